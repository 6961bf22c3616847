"""What the board's postings are about: its categories with their titles, tasks and skills (a data table)."""

from __future__ import annotations

from typing import NamedTuple


class Trade(NamedTuple):
    """A category of the board.

    `days_open` is the mean number of days that its postings stay; `shifts` says whether its jobs are paid by
    the hour.
    """

    code: str
    name: str
    days_open: float
    shifts: bool
    titles: tuple[str, ...]
    tasks: tuple[str, ...]
    skills: tuple[str, ...]


# code | name | mean days open | paid by the | titles | tasks | skills; the most frequent category first.
_TABLE = """
sales | Sales | 15 | year |
Sales Executive; Account Manager; Field Sales Representative; Sales Consultant; Key Account Manager |
win new customers in your region; look after existing key accounts; prepare offers and contract renewals;
present our range at trade fairs; keep the pipeline in the CRM current; negotiate prices and delivery
terms |
consultative selling; CRM systems; tender procedures; cold calling; contract negotiation; territory
planning

logistics | Transport and logistics | 11 | hour |
Warehouse Operative; HGV Driver; Dispatcher; Forklift Driver; Warehouse Supervisor |
load and unload incoming lorries; pick and pack customer orders; plan the daily delivery routes; check
consignments against the papers; carry out the monthly stock count; keep vehicles and trucks roadworthy |
a forklift licence; route planning software; handheld scanners; load securing; dangerous goods rules;
stock systems

healthcare | Health care | 26 | hour |
Registered Nurse; Healthcare Assistant; Staff Nurse; Theatre Practitioner; Ward Manager |
care for patients on the ward; document treatment in the patient record; prepare patients for surgery;
hand medication out by plan; talk relatives through next steps; guide students on their placement |
wound care; infection control; electronic patient records; medicines management; palliative care; triage

software | Software development | 24 | year |
Software Engineer; Backend Developer; Frontend Developer; Full Stack Developer; Platform Engineer |
design services that scale; review the code of your colleagues; write tests before features ship; cut the
latency of our search; move old modules to new interfaces; take part in the on-call rota |
Python; TypeScript; PostgreSQL; Kubernetes; event-driven design; continuous delivery

retail | Retail | 12 | hour |
Store Assistant; Shift Leader; Store Manager; Visual Merchandiser; Checkout Assistant |
serve customers on the shop floor; refill shelves before opening time; balance the tills at closing; dress
windows for the season; take deliveries at the back door; train newcomers at the till |
till systems; stock rotation; visual merchandising; complaint handling; cash handling; planograms

hospitality | Hotels and catering | 11 | hour |
Chef de Partie; Waiter; Hotel Receptionist; Kitchen Porter; Restaurant Manager |
prepare starters and side dishes; welcome guests at the front desk; serve tables in the evening; keep the
kitchen spotless; write the weekly duty roster; order fresh produce from suppliers |
HACCP rules; booking systems; wine service; menu costing; banquet service; food allergens

administration | Office and administration | 15 | year |
Office Administrator; Personal Assistant; Office Manager; Data Entry Clerk; Receptionist |
answer calls and sort the post; keep the managers' diaries; book travel and meeting rooms; file contracts
and delivery notes; enter orders into the system; prepare minutes of the meetings |
spreadsheets; minute taking; diary management; touch typing; document management; travel booking

construction | Construction | 19 | hour |
Site Manager; Bricklayer; Carpenter; Quantity Surveyor; Groundworker |
run the site from start to handover; set out walls and foundations; fit doors and staircases; measure
finished work for invoices; read drawings and order material; keep the site diary every day |
CSCS cards; scaffold safety; reading drawings; cost control; formwork; health and safety law

engineering | Mechanical engineering | 38 | year |
Mechanical Design Engineer; Project Engineer; Stress Engineer; Commissioning Engineer; Process Engineer |
draw parts and assemblies; calculate loads and lifetimes; start machines up at the customer's; find the
causes of failures; lead reviews with suppliers; write test plans for prototypes |
SolidWorks; finite elements; tolerance analysis; hydraulics; ISO 9001; failure analysis

finance | Accounting and finance | 20 | year |
Accountant; Payroll Clerk; Financial Controller; Accounts Payable Clerk; Credit Controller |
close the books each month; check and post supplier invoices; run the payroll for all sites; chase overdue
accounts; prepare the figures for the auditors; reconcile bank accounts weekly |
IFRS; SAP; payroll law; VAT returns; bank reconciliation; management reporting

education | Education | 22 | year |
Primary Teacher; Teaching Assistant; Lecturer; Nursery Practitioner; Maths Teacher |
plan and teach your lessons; support children with special needs; mark work and write reports; talk with
parents about progress; organise trips and projects; watch over play in the yard |
qualified teacher status; phonics; safeguarding; curriculum planning; classroom management; first aid

social | Social care | 25 | hour |
Care Worker; Social Worker; Support Worker; Residential Childcare Worker; Team Leader Care |
visit clients in their homes; write care plans with families; accompany residents to appointments; help
with meals and washing; keep case notes up to date; lead the late shift |
care planning; safeguarding adults; moving and handling; dementia care; a driving licence; risk assessment

production | Manufacturing | 14 | hour |
Machine Operator; Production Operative; CNC Turner; Quality Inspector; Assembly Technician |
set and run the machines; check parts with gauges; pack finished goods for dispatch; change tools between
batches; report faults to maintenance; assemble units by drawing |
CNC programming; measuring tools; lean methods; shift handover; statistical process control; soldering

customer | Customer service | 13 | year |
Customer Service Advisor; Call Centre Agent; Complaints Handler; Helpdesk Advisor; Customer Success
Manager |
answer questions by phone and chat; solve complaints at first contact; record every case in the system;
call customers back as promised; spot patterns in the tickets; write articles for the help pages |
telephone manner; ticket systems; complaint handling; live chat; a second language; de-escalation

trades | Skilled trades | 21 | hour |
Electrician; Plumber; Gas Engineer; Maintenance Technician; Painter |
install sockets and lighting; repair boilers and radiators; test circuits and write certificates; service
pumps and fans; paint rooms and stairwells; respond to emergency calls |
the wiring regulations; Gas Safe registration; fault finding; pipework; test instruments; surface
preparation

marketing | Marketing | 18 | year |
Marketing Manager; Content Editor; SEO Specialist; Brand Manager; Social Media Manager |
plan campaigns across all channels; write texts for the web site; measure what each channel brings; brief
agencies and photographers; look after the brand guide; build audiences on social media |
web analytics; search ads; copywriting; content systems; A/B tests; newsletter tools

itsupport | IT operations | 17 | year |
System Administrator; IT Support Technician; Network Engineer; Service Desk Analyst; Database
Administrator |
keep servers and backups running; help users at their desks; roll out new laptops; watch the network day
and night; patch systems every month; document changes and incidents |
Linux; Active Directory; Cisco networks; ITIL; PowerShell; backup systems

cleaning | Cleaning | 10 | hour |
Cleaner; Cleaning Supervisor; Window Cleaner; Housekeeper; Caretaker |
clean offices before opening; empty bins and refill dispensers; polish floors by machine; inspect rooms
after cleaning; lock doors and windows at night; order cleaning material |
floor machines; COSHH rules; key holding; deep cleaning; working at heights; room inspection

hr | Human resources | 18 | year |
HR Advisor; Recruiter; HR Business Partner; Training Coordinator; Payroll and HR Officer |
advise managers on employment law; fill open positions; run the yearly pay review; plan training for all
sites; keep personnel files complete; speak with the works committee |
employment law; active sourcing; HR systems; appraisal talks; training design; absence management

security | Security | 14 | hour |
Security Officer; Door Supervisor; Control Room Operator; Event Steward; Patrol Driver |
check visitors at the gate; patrol the grounds at night; watch cameras in the control room; write reports
of incidents; guide crowds at events; answer alarms in your area |
an SIA licence; CCTV systems; conflict management; report writing; fire safety; access control

electrical | Electrical engineering | 40 | year |
Electrical Design Engineer; Controls Engineer; PLC Programmer; Power Systems Engineer; Electronics
Engineer |
design switchgear and cabinets; program controllers for new lines; simulate networks under load; lay out
boards and test them; take plants into service; write the circuit documentation |
EPLAN; TIA Portal; protection relays; PCB layout; EMC tests; functional safety

legal | Legal | 27 | year |
Solicitor; Legal Secretary; Paralegal; Contract Manager; Compliance Officer |
draft and review contracts; prepare hearings and filings; watch deadlines and registers; answer questions
on compliance; keep the matter files; train colleagues on new rules |
contract law; data protection; matter systems; litigation; legal research; company law

design | Design and media | 19 | year |
Graphic Designer; UX Designer; Video Editor; Photographer; Motion Designer |
design layouts for print and web; test prototypes with users; cut films for our channels; retouch pictures
for the catalogue; keep the design system alive; present drafts to clients |
Figma; InDesign; user research; colour grading; typography; After Effects

automotive | Automotive | 18 | hour |
Vehicle Technician; MOT Tester; Parts Advisor; Body Repairer; Service Advisor |
service and repair cars; test vehicles by the book; order parts for the workshop; straighten and paint
bodywork; explain repairs to customers; read out fault memories |
diagnostic tools; hybrid vehicles; MOT rules; paint matching; air conditioning; parts catalogues

science | Science and laboratories | 34 | year |
Laboratory Technician; Research Scientist; Microbiologist; Analytical Chemist; Clinical Trial Assistant |
prepare samples and standards; run assays by protocol; calibrate the instruments; write up results for
publication; keep the trial master file; order reagents and glassware |
HPLC; cell culture; GMP; mass spectrometry; statistics in R; laboratory systems

property | Property | 20 | year |
Estate Agent; Property Manager; Lettings Negotiator; Facilities Manager; Building Surveyor |
show flats to applicants; inspect buildings each quarter; draw up leases; instruct contractors for
repairs; value houses for sale; settle service charges |
landlord law; valuation; facilities systems; inventory checks; block management; service charges

insurance | Insurance and banking | 21 | year |
Claims Handler; Underwriter; Mortgage Adviser; Bank Clerk; Actuarial Analyst |
settle claims within days; assess risks and set terms; advise families on mortgages; serve customers at
the counter; build reserving models; check applications for fraud |
claims systems; CeMAP; risk models; anti-fraud checks; reinsurance; Solvency II

management | Management | 30 | year |
Operations Manager; General Manager; Project Manager; Programme Manager; Head of Operations |
lead a team of managers; set and follow the budget; bring projects in on time; report to the board;
negotiate with large suppliers; improve how we work |
budgeting; change management; PRINCE2; people leadership; procurement; risk management

data | Data and analytics | 23 | year |
Data Analyst; Data Engineer; Data Scientist; BI Developer; Machine Learning Engineer |
build pipelines for daily figures; answer questions with data; train and watch models; design dashboards
for managers; check the quality of sources; explain findings in plain words |
SQL; pandas; Spark; Power BI; statistics; data modelling

agriculture | Farming and gardens | 16 | hour |
Farm Worker; Gardener; Tractor Driver; Herd Manager; Arborist |
milk and feed the herd; mow lawns and trim hedges; drive tractors at harvest; plant beds and young trees;
fell trees safely; repair fences and gates |
tractor driving; pesticide certificates; chainsaw tickets; herd records; pruning; irrigation

energy | Energy and utilities | 42 | year |
Wind Turbine Technician; Water Engineer; Grid Planner; Solar Installer; Energy Auditor |
climb and service turbines; plan new supply lines; mount panels on roofs; measure flows and losses; advise
firms on saving energy; repair burst mains |
working at heights; grid codes; SCADA; solar design; energy audits; pressure testing

beauty | Beauty and fitness | 12 | hour |
Hairdresser; Beauty Therapist; Personal Trainer; Nail Technician; Spa Manager |
cut and colour hair; advise guests on skin care; write training plans; keep the salon welcoming; sell care
products; run classes in the evening |
colour technique; massage; nutrition basics; booking systems; first aid; product knowledge

aviation | Aviation and maritime | 45 | year |
Aircraft Technician; Ramp Agent; Ship's Engineer; Flight Planner; Cabin Crew Member |
inspect aircraft between flights; load baggage and freight; keep the engine room running; plan routes and
fuel; look after passengers on board; document every repair |
Part-66 licences; ramp safety; STCW certificates; flight planning tools; airside driving; technical
English

charity | Charity and public sector | 20 | year |
Fundraiser; Policy Officer; Volunteer Coordinator; Planning Officer; Housing Officer |
write appeals to donors; prepare papers for the council; find and train volunteers; decide on
applications; visit tenants in difficulty; run events in the community |
grant writing; public law; volunteer management; casework; stakeholder work; housing law
"""


def _trade(block: str) -> Trade:
    code, name, days, paid_by, *lists = " ".join(block.split()).split(" | ")
    titles, tasks, skills = (tuple(entries.split("; ")) for entries in lists)
    return Trade(code, name, float(days), paid_by == "hour", titles, tasks, skills)


TRADES: tuple[Trade, ...] = tuple(_trade(block) for block in _TABLE.split("\n\n"))
TRADE_NAMES: dict[str, str] = {trade.code: trade.name for trade in TRADES}
