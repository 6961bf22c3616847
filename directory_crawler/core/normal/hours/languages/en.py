"""English."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

ENGLISH = Lexicon(
    code="en",
    twelve_hour=True,
    days=(
        "monday|mondays|mo|m|mons",
        "tuesday|tuesdays|tu|tues|t",
        "wednesday|wednesdays|we|weds|w|wednes",
        "thursday|thursdays|th|thur|thurs|r",
        "friday|fridays|fr|f",
        "saturday|saturdays|sa|sats",
        "sunday|sundays|su|suns",
    ),
    groups={
        "mwf": (0, 2, 4),
        "tth|tuth|t th|tr": (1, 3),
        "mtwthf|mtwtf|mtwrf": (0, 1, 2, 3, 4),
    },
    weekdays="""
        weekday|weekdays|week days|working days|work days|business days|workdays|on weekdays
    """,
    weekend="weekend|weekends|week-end|week-ends|week end",
    daily="""
        daily|every day|everyday|each day|all days|all week|seven days a week|7 days a week|7 days/week|
        7 days|7 days per week|seven days|any day|all week long|7/7|365 days a year|
        every day of the week|all year round|year round|nightly|365 days|every day of the year
    """,
    holidays="""
        holiday|holidays|public holiday|public holidays|bank holiday|bank holidays|ph|sh|
        school holidays|federal holidays|national holidays|legal holidays|major holidays|
        statutory holidays|all major holidays|christmas|christmas day|christmas eve|new year's day|
        new year|new years day|new year's eve|easter|easter sunday|easter monday|good friday|
        thanksgiving|thanksgiving day|boxing day|independence day|labor day|memorial day|some holidays|
        all holidays|most holidays|state holidays|publicholidays|public hols|bank hols
    """,
    to="to|thru|through|thr|throughout",
    until="til|till|until|'til|up to|up until",
    and_="and|plus|as well as|also|or|n",
    from_="from|starting|beginning",
    between="between|betw",
    closed="""
        closed|close all day|closed all day|shut|off|not open|no service|day off|days off|clsd|
        closed on|we are closed|we're closed
    """,
    except_="""
        except|excluding|excl|other than|but not|except for|with the exception of|not including|
        apart from|except on|but
    """,
    pause="""
        break|lunch break|lunchbreak|closed for lunch|breaks|lunch closure|closed for break|meal break|
        closed lunch|closed lunchtime|lunch closed|siesta
    """,
    meal="lunch|lunchtime",
    always="""
        24/7|round the clock|around the clock|open 24 hours|24 hours a day|24 hours|24-hour|24-hours|
        24 hr|24 hrs|all day and night|always open|day and night|24 hours/day|24 hours per day|open 24h|
        all day long 24h|24hour|24hours|24hr|24hrs|open 24/7|twenty-four hours|24 hour
    """,
    noon="noon|midday|12 noon|12noon|12:00 noon|12n|mid-day|12 midday",
    midnight="midnight|12 midnight|midnite|12midnight|12:00 midnight|mid-night",
    am="am|morning|mornings|in the morning|a m|o'clock in the morning",
    pm="pm|afternoon|afternoons|in the afternoon|evening|evenings|in the evening|p m",
    night="night|nights|at night",
    unit="hours|hrs|hr|h|o'clock|hour|oclock|uhr",
    appointment="""
        by appointment|by appt|appointment|appointments|by arrangement|on request|upon request|
        by request|by appointments|by prior appointment|by prior arrangement|call|call for hours|
        call for appointment|call ahead|phone ahead|please call|call us|please phone|contact us|
        by phone|on demand|call for details|please call for opening times|by reservation|appt|
        reservations|appts|by invitation
    """,
    only="only|strictly|exclusively",
    filler="""
        open|opening|opens|est|pst|cst|mst|edt|pdt|cdt|mdt|gmt|utc|cet|local time|for|hours|hour|
        opening hours|business hours|working hours|office hours|store hours|shop hours|
        hours of operation|opening times|times|on|at|the|is|are|we|a|of|our|we're|day|days|we are|
        hours of business|trading hours|non-stop|nonstop|without break|no break|straight through|
        regular|normal|usual|regular hours|normal hours|current|new|in|week|every|each|'s|work|working|
        office|shop|store|general|opening time|time|operating|business|dinner|brunch|breakfast|
        operation|museum|restaurant|gallery|library|salon|clinic|reception|schedule|per|timings|timing|
        all|inclusive|incl|operates|operate|hrs of operation|standard|no lunch break|
        without lunch break|both days
    """,
    refuse={
        "season": """
            summer|winter|spring|autumn|fall|season|seasonal|seasonally|january|jan|february|feb|march|
            mar|april|apr|may|june|jun|july|jul|august|aug|september|sep|sept|october|oct|november|nov|
            december|dec|in season|off season|term time|termtime|during term|ramadan|high season|
            low season|school terms
        """,
        "some weeks": """
            first|second|third|fourth|last|1st|2nd|3rd|4th|5th|every other|alternate|alternating|
            every second|bi-weekly|biweekly|fortnightly|monthly|once a month|of the month|
            every two weeks|odd weeks|even weeks|weeks|month|st|nd|rd|today|tomorrow|tonight
        """,
        "open end": """
            late|till late|until late|close|til late|open end|dusk|dawn|sunset|sunrise|onwards|onward|
            last customer|last admission|last entry|last orders|sold out|closing|last order|
            close of business|no later than|last admissions
        """,
        "closed for good": """
            permanently closed|closed permanently|permanently|temporarily closed|temporarily|
            closed until further notice|closed temporarily|out of business|no longer open|closed down|
            under renovation|renovation|relocated|ceased trading|until further notice
        """,
        "varies": """
            vary|varies|hours vary|variable|irregular|flexible|subject to change|depending|depends|
            weather|see website|check website|times vary|may vary|tba|tbc|tbd|approximately|approx|
            about|around|circa
        """,
        "other service": """
            kitchen|delivery|takeaway|take-away|takeout|happy hour|drive-thru|drive-through|drive thru|
            atm|emergency|emergencies|hotline|phone lines|telephone lines|mass|pharmacy counter|pickup|
            curbside|collection|collections|online|bar|pool|parking
        """,
        "no times": "sometimes|usually|weather permitting|mostly",
    },
)
