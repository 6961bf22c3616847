"""The schema.org types that an organisation's page may carry, and the spelling of their names.

Source: the type hierarchy published at schema.org (version 29), `LocalBusiness`, `Organization` and the
civic and place types that directories use; one line a parent.
"""

from __future__ import annotations

_CHILDREN = """
Thing: Place Organization Person Event Product Offer CreativeWork Intangible
Organization: LocalBusiness Airline Consortium Cooperative Corporation EducationalOrganization
  FundingScheme GovernmentOrganization LibrarySystem MedicalOrganization NGO NewsMediaOrganization
  OnlineBusiness PerformingGroup PoliticalParty Project ResearchOrganization SearchRescueOrganization
  SportsOrganization WorkersUnion
Place: LocalBusiness Accommodation AdministrativeArea CivicStructure Landform
  LandmarksOrHistoricalBuildings Residence TouristAttraction TouristDestination
LocalBusiness: AnimalShelter ArchiveOrganization AutomotiveBusiness ChildCare Dentist
  DryCleaningOrLaundry EmergencyService EmploymentAgency EntertainmentBusiness FinancialService
  FoodEstablishment GovernmentOffice HealthAndBeautyBusiness HomeAndConstructionBusiness InternetCafe
  LegalService Library LodgingBusiness MedicalBusiness ProfessionalService RadioStation RealEstateAgent
  RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation Store TelevisionStation
  TouristInformationCenter TravelAgency
AutomotiveBusiness: AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation
  MotorcycleDealer MotorcycleRepair
EmergencyService: FireStation Hospital PoliceStation
EntertainmentBusiness: AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater
  NightClub
FinancialService: AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency
FoodEstablishment: Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop
  Restaurant Winery
GovernmentOffice: PostOffice
HealthAndBeautyBusiness: BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
HomeAndConstructionBusiness: Electrician GeneralContractor HVACBusiness HousePainter Locksmith
  MovingCompany Plumber RoofingContractor
LegalService: Attorney Notary
LodgingBusiness: BedAndBreakfast Campground Hostel Hotel Motel Resort VacationRental
Resort: SkiResort
MedicalBusiness: CommunityHealth Dentist Dermatology DietNutrition Emergency Geriatric Gynecologic
  MedicalClinic Midwifery Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric
  Pharmacy Physician Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth
MedicalClinic: CovidTestingFacility
MedicalOrganization: DiagnosticLab Hospital MedicalClinic Pharmacy Physician VeterinaryCare Dentist
Physician: IndividualPhysician PhysiciansOffice
SportsActivityLocation: BowlingAlley ExerciseGym GolfCourse HealthClub PublicSwimmingPool SkiResort
  SportsClub StadiumOrArena TennisComplex
Store: AutoPartsStore BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore
  ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore
  JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore MusicStore
  OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore
  WholesaleStore
CivicStructure: Airport Aquarium Beach BoatTerminal Bridge BusStation BusStop Cemetery Crematorium
  EducationalOrganization EventVenue FireStation GovernmentBuilding Hospital MovieTheater Museum
  MusicVenue Park ParkingFacility PerformingArtsTheater PlaceOfWorship Playground PoliceStation
  PublicToilet RVPark StadiumOrArena SubwayStation TaxiStand TrainStation Zoo
GovernmentBuilding: CityHall Courthouse DefenceEstablishment Embassy LegislativeBuilding
PlaceOfWorship: BuddhistTemple Church HinduTemple Mosque Synagogue
Church: CatholicChurch
EducationalOrganization: CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School
OnlineBusiness: OnlineStore OnlineMarketplace
PerformingGroup: DanceGroup MusicGroup TheaterGroup
SportsOrganization: SportsTeam
Accommodation: Apartment CampingPitch House Room Suite
Residence: ApartmentComplex GatedResidenceCommunity
Intangible: PostalAddress OpeningHoursSpecification GeoCoordinates ContactPoint AggregateRating ItemList
  ListItem JobPosting MonetaryAmount QuantitativeValue Rating PropertyValue Brand
CreativeWork: WebPage WebSite Article Review ImageObject
WebPage: ItemPage AboutPage ContactPage ProfilePage CollectionPage SearchResultsPage
"""

_PROPERTIES = """
additionalType address addressCountry addressLocality addressRegion aggregateRating alternateName
  areaServed author baseSalary bestRating branchCode branchOf brand closes contactPoint contactType
  containedInPlace currenciesAccepted datePosted dateModified dayOfWeek department description
  directApply duns email employee employmentType event faxNumber founder foundingDate geo
  globalLocationNumber hasMap hasOfferCatalog hiringOrganization identifier image isicV4 item
  itemListElement itemReviewed jobLocation knowsLanguage latitude leiCode legalName location logo
  longitude mainEntity mainEntityOfPage makesOffer maximumAttendeeCapacity maxValue member memberOf
  minValue naics name numberOfEmployees openingHours openingHoursSpecification opens owns
  parentOrganization paymentAccepted photo postOfficeBoxNumber postalCode priceRange provider
  publicAccess publisher ratingCount ratingValue review reviewCount sameAs servesCuisine sponsor
  specialOpeningHoursSpecification streetAddress subOrganization taxID telephone title unitText url
  validFrom validThrough value vatID worksFor
"""


def _parents() -> dict[str, frozenset[str]]:
    parents: dict[str, set[str]] = {}
    parent = ""
    for word in _CHILDREN.split():
        if word.endswith(":"):
            parent = word[:-1]
        else:
            parents.setdefault(word, set()).add(parent)
    return {name: frozenset(found) for name, found in parents.items()}


PARENTS: dict[str, frozenset[str]] = _parents()
"""The direct supertypes of each known type."""


def _ancestors(name: str) -> frozenset[str]:
    known = {name}
    pending = [name]
    while pending:
        for parent in PARENTS.get(pending.pop(), ()):
            if parent not in known:
                known.add(parent)
                pending.append(parent)
    return frozenset(known)


ANCESTORS: dict[str, frozenset[str]] = {name: _ancestors(name) for name in PARENTS}
"""Each known type with all its supertypes, itself included."""

_TYPE_SPELLING = {name.casefold(): name for name in PARENTS}
_KNOWN_PROPERTIES = frozenset(_PROPERTIES.split())
_PROPERTY_SPELLING = {name.casefold(): name for name in _KNOWN_PROPERTIES}


def _local_name(name: str) -> str:
    """The name without vocabulary: `http://schema.org/Store`, `schema:Store` and `Store` are one."""
    return name.strip().rstrip("/#").rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]


def type_name(name: str) -> str:
    """A type's local name in the spelling of schema.org, unknown ones as they stand."""
    local = _local_name(name)
    return _TYPE_SPELLING.get(local.casefold(), local)


def property_name(name: str) -> str:
    """A property's local name in the spelling of schema.org; unknown ones as they stand, `@…` included."""
    if name in _KNOWN_PROPERTIES or name.startswith("@"):
        return name
    local = _local_name(name)
    return _PROPERTY_SPELLING.get(local.casefold(), local)


def without_vocabulary(value: str) -> str:
    """A value that is a term of schema.org (`https://schema.org/Monday`) as its local name."""
    if value.startswith(("http://schema.org/", "https://schema.org/")):
        local = value.partition("schema.org/")[2]
        return local if local.isalnum() else value
    return value


def is_a(name: str, ancestor: str) -> bool:
    """Whether type `name` is `ancestor` or one of its subtypes."""
    return name == ancestor or ancestor in ANCESTORS.get(name, ())
