"""The activity tree's labels: 48 groups and their 612 rubrics, in the order of their ids (a data table)."""

from __future__ import annotations

# Group name -> its rubrics, separated by commas. Thirteen in each of the first 36 groups, twelve in the rest.
GROUP_RUBRICS: dict[str, str] = {
    "Food and drink": (
        "Cafés,Restaurants,Takeaways,Pubs,Wine bars,Bakers,Butchers,Fishmongers,Greengrocers,"
        "Delicatessens,Caterers,Breweries,Ice cream parlours"
    ),
    "Groceries": (
        "Supermarkets,Corner shops,Off-licences,Farm shops,Health food,Tea merchants,Spice merchants,"
        "Cheesemongers,Dairies,Wholesale grocers,Water suppliers,Frozen food,Confectioners"
    ),
    "Health": (
        "Doctors,Hospitals,Pharmacies,Opticians,Hearing centres,Physiotherapists,Osteopaths,"
        "Chiropodists,Dietitians,Blood tests,Sleep clinics,Vaccination centres,Private clinics"
    ),
    "Dentistry": (
        "Dentists,Orthodontists,Dental hygienists,Dental laboratories,Dental implants,Oral surgeons,"
        "Children's dentists,Emergency dentists,Denture makers,Dental X-ray,Teeth whitening,"
        "Dental suppliers,Endodontists"
    ),
    "Beauty": (
        "Hairdressers,Barbers,Nail bars,Beauty salons,Tanning studios,Tattoo studios,Piercing studios,"
        "Spas,Massage,Make-up artists,Perfumeries,Wig makers,Lash studios"
    ),
    "Fitness": (
        "Gyms,Swimming pools,Yoga studios,Pilates studios,Boxing clubs,Martial arts,Climbing walls,"
        "Tennis clubs,Golf clubs,Squash courts,Personal trainers,Dance studios,Running clubs"
    ),
    "Building": (
        "Builders,Bricklayers,Roofers,Plasterers,Scaffolders,Stonemasons,Groundworks,Loft conversions,"
        "Extensions,Demolition,Damp proofing,Structural engineers,Site managers"
    ),
    "Plumbing and heating": (
        "Plumbers,Heating engineers,Boiler repair,Drainage,Bathroom fitters,Gas engineers,Heat pumps,"
        "Underfloor heating,Radiator suppliers,Water softeners,Septic tanks,Chimney sweeps,"
        "Stove fitters"
    ),
    "Electrical": (
        "Electricians,Lighting shops,Solar panels,Alarm installers,Aerial fitters,Electrical testing,"
        "Car chargers,Generator hire,Cable suppliers,Smart homes,Switchgear,Rewinding,"
        "Battery suppliers"
    ),
    "Joinery": (
        "Carpenters,Joiners,Kitchen fitters,Staircase makers,Window fitters,Door suppliers,"
        "Cabinet makers,Furniture restorers,Sawmills,Timber merchants,Flooring,Wood carvers,Shutters"
    ),
    "Decorating": (
        "Painters,Wallpaper,Paint shops,Tilers,Tile shops,Interior designers,Curtains,Blinds,Carpets,"
        "Rugs,Upholsterers,Picture framers,Sign painters"
    ),
    "Garden": (
        "Gardeners,Landscapers,Garden centres,Tree surgeons,Fencing,Paving,Ponds,Greenhouses,Sheds,"
        "Turf,Mower repair,Florists,Seed merchants"
    ),
    "Motor trade": (
        "Car dealers,Used cars,Garages,Tyres,Body shops,Car wash,Car parts,Exhausts,Windscreens,"
        "MOT centres,Vehicle breakers,Car audio,Motorcycle shops"
    ),
    "Transport": (
        "Taxis,Minibus hire,Coach hire,Car hire,Van hire,Couriers,Haulage,Removals,Storage,Car parks,"
        "Driving schools,Limousines,Freight forwarders"
    ),
    "Bicycles and boats": (
        "Bicycle shops,Bicycle repair,Bicycle hire,Boat yards,Boat hire,Chandlers,Sail makers,"
        "Canoe clubs,Moorings,Boat sales,Outboard repair,Diving schools,Scooter shops"
    ),
    "Law": (
        "Solicitors,Barristers,Notaries,Conveyancers,Immigration law,Family law,Employment law,"
        "Patent law,Mediation,Legal advice,Will writers,Process servers,Court clerks"
    ),
    "Accounts and tax": (
        "Accountants,Bookkeepers,Auditors,Tax advisers,Payroll,Insolvency,Company formation,"
        "Forensic accounts,Pension audits,Grant audits,VAT advice,Finance directors,Charity accounts"
    ),
    "Money": (
        "Banks,Building societies,Credit unions,Mortgage brokers,Financial advisers,Insurance brokers,"
        "Bureaux de change,Pawnbrokers,Debt advice,Stockbrokers,Cash machines,Leasing,"
        "Payment services"
    ),
    "Property": (
        "Estate agents,Letting agents,Surveyors,Valuers,Auction rooms,Property managers,"
        "Serviced offices,Student lets,Holiday lets,Commercial agents,Inventory clerks,"
        "House clearance,Land agents"
    ),
    "Business services": (
        "Printers,Copy shops,Recruitment,Translators,Market research,Call centres,Mailing houses,"
        "Exhibition stands,Business coaches,Secretarial services,Shredding,Franchising,Procurement"
    ),
    "Advertising": (
        "Advertising agencies,Public relations,Graphic designers,Branding,Sign makers,Photographers,"
        "Video production,Web designers,Copywriters,Promotional gifts,Billboards,Event agencies,"
        "Radio spots"
    ),
    "Computing": (
        "Computer shops,Computer repair,Software houses,Web hosting,IT support,Data recovery,Networks,"
        "Security consultants,Cloud services,App developers,Game studios,Printer repair,Data centres"
    ),
    "Telephones": (
        "Mobile shops,Phone repair,Broadband,Switchboards,Conference calls,Satellite services,"
        "Cable networks,Radio hire,Intercoms,Numbers and tariffs,Phone accessories,Call recording,"
        "Fax services"
    ),
    "Education": (
        "Primary schools,Secondary schools,Nurseries,Colleges,Universities,Tutors,Language schools,"
        "Music schools,Art schools,Drama schools,Computer courses,First aid courses,Exam centres"
    ),
    "Children": (
        "Childminders,Toy shops,Soft play,Children's clothes,Baby shops,Party entertainers,"
        "Party shops,Prams,School uniforms,Youth clubs,Scout groups,Adventure parks,Model shops"
    ),
    "Clothes": (
        "Women's clothes,Men's clothes,Tailors,Bridal shops,Dress hire,Shoe shops,Shoe repair,"
        "Lingerie,Hats,Vintage clothes,Sportswear,Workwear,Alterations"
    ),
    "Jewellery and gifts": (
        "Jewellers,Watch repair,Goldsmiths,Engravers,Gift shops,Card shops,Antiques,Coin dealers,"
        "Art galleries,Craft shops,Candle makers,Bead shops,Trophies"
    ),
    "Home": (
        "Furniture,Beds,Kitchens,Bathrooms,Glassware,Hardware,Household goods,Lamps,Fireplaces,"
        "Mirrors,Linen,Clocks,Conservatories"
    ),
    "Appliances": (
        "Appliance shops,Appliance repair,Washing machines,Fridges,Vacuum cleaners,Sewing machines,"
        "Televisions,Hi-fi,Cookers,Air conditioning,Appliance hire,Spare parts,Refrigeration"
    ),
    "Cleaning": (
        "Cleaners,Window cleaners,Carpet cleaners,Laundries,Launderettes,Dry cleaners,Pest control,"
        "Waste removal,Skip hire,Oven cleaners,Gutter cleaners,Cleaning supplies,Hygiene services"
    ),
    "Pets": (
        "Vets,Pet shops,Dog groomers,Kennels,Catteries,Dog walkers,Dog trainers,Aquatics,Horse riding,"
        "Farriers,Animal rescue,Pet crematoria,Bird breeders"
    ),
    "Care": (
        "Care homes,Home care,Nursing agencies,Day centres,Hospices,Sheltered housing,Mobility shops,"
        "Disability services,Respite care,Live-in care,Stairlifts,Community alarms,Foster care"
    ),
    "Mind": (
        "Counsellors,Psychologists,Psychiatrists,Hypnotherapists,Couples therapy,Child psychologists,"
        "Addiction services,Meditation,Life coaches,Art therapists,Grief support,Speech therapists,"
        "Reiki"
    ),
    "Hotels": (
        "Hotels,Guest houses,Hostels,Bed and breakfast,Camp sites,Caravan parks,Holiday cottages,"
        "Conference hotels,Apartments,Motels,Retreats,Inns,Boarding houses"
    ),
    "Travel": (
        "Travel agents,Tour operators,Tour guides,Visa services,Airlines,Cruise agents,Luggage shops,"
        "Ticket offices,Tourist information,Ski agents,Coach tours,Airport transfers,Passport photos"
    ),
    "Leisure": (
        "Cinemas,Theatres,Museums,Night clubs,Bowling,Snooker halls,Bingo halls,Escape rooms,Zoos,"
        "Casinos,Concert halls,Betting shops,Ice rinks"
    ),
    "Music and books": (
        "Record shops,Instrument shops,Piano tuners,Recording studios,Book shops,Second-hand books,"
        "Libraries,Newsagents,Publishers,Comic shops,Bands,Sheet music"
    ),
    "Weddings and funerals": (
        "Wedding venues,Wedding cars,Wedding cakes,Wedding planners,Registrars,Funeral directors,"
        "Memorial masons,Crematoria,Marquee hire,Celebrants,Wedding flowers,Stationery"
    ),
    "Engineering": (
        "Machine shops,Welders,Sheet metal,Foundries,Tool makers,Hydraulics,Bearings,Lifting gear,"
        "Pumps,Calibration,Surface coating,Plastics moulding"
    ),
    "Industry supplies": (
        "Packaging,Chemicals,Steel stockholders,Fasteners,Rubber,Glass works,Paper mills,"
        "Textile mills,Industrial gases,Safety wear,Compressors,Conveyors"
    ),
    "Farming": (
        "Farms,Feed merchants,Tractor dealers,Farm contractors,Agronomists,Livestock markets,"
        "Grain stores,Fish farms,Bee keepers,Plant nurseries,Irrigation,Farm buildings"
    ),
    "Energy": (
        "Fuel stations,Oil suppliers,Coal merchants,Bottled gas,Energy advisers,Wind power,"
        "Meter services,Energy suppliers,Biomass,Insulation,Energy certificates,Firewood"
    ),
    "Public services": (
        "Councils,Post offices,Police stations,Fire stations,Courts,Job centres,Embassies,Registries,"
        "Tax offices,Recycling centres,Public toilets,Town halls"
    ),
    "Religion": (
        "Churches,Mosques,Synagogues,Temples,Chapels,Cathedrals,Convents,Religious shops,Prayer rooms,"
        "Mission halls,Burial grounds,Church halls"
    ),
    "Charities": (
        "Charity shops,Food banks,Advice centres,Housing associations,Refuges,Volunteer bureaux,"
        "Foundations,Community centres,Residents' groups,Environment groups,Hobby clubs,"
        "Veterans' clubs"
    ),
    "Security": (
        "Security guards,Locksmiths,Safe makers,Private detectives,Door staff,Camera systems,"
        "Key cutting,Access control,Fire protection,Fire training,Security doors,Vetting"
    ),
    "Media": (
        "Newspapers,Magazines,Radio stations,Television studios,Film hire,Photo libraries,"
        "News agencies,Sound hire,Stage lighting,Props,Casting agencies,Model agencies"
    ),
    "Science": (
        "Laboratories,Research institutes,Soil tests,Water tests,Archaeologists,Weather services,"
        "Map makers,Microscopy,Optical instruments,Environmental surveys,Statistics,Archives"
    ),
}

# What sets one leaf of a rubric apart from the next; the first two to six of a rotation serve one rubric.
LEAF_QUALITIES: tuple[str, ...] = (
    "general",
    "for business",
    "mobile",
    "out of hours",
    "specialist",
    "budget",
    "for families",
    "trade only",
    "to order",
)
