"""Spanish."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

SPANISH = Lexicon(
    code="es",
    days=(
        "lunes|lu|l|los lunes",
        "martes|ma|los martes",
        "miércoles|mi|x|los miércoles|miercoles|mierc",
        "jueves|ju|j|los jueves",
        "viernes|vi|v|los viernes",
        "sábado|sa|s|sábados|los sábados",
        "domingo|do|d|domingos|los domingos",
    ),
    weekdays="""
        días laborables|laborables|entre semana|días hábiles|días de semana|laborales|días laborales|
        hábiles|día laborable|dias entre semana|días de entre semana
    """,
    weekend="fin de semana|fines de semana|findes|finde|los fines de semana|fin de semanas",
    daily="""
        todos los días|diario|diariamente|a diario|cada día|7 días a la semana|7 días|toda la semana|
        7/7|los 7 días|todos los días de la semana|los 7 días de la semana|los siete días de la semana|
        diaria|todo el año|365 días al año|siete días a la semana|7 días de la semana|
        todos los dias del año|365 días|los 365 días del año|7 días por semana|los siete días
    """,
    holidays="""
        festivos|festivo|feriados|feriado|días festivos|día festivo|vísperas de festivo|vísperas|
        navidad|ph|sh|año nuevo|días feriados|semana santa|vísperas de festivos|nochebuena|nochevieja|
        fiestas|1 de enero|25 de diciembre|1 de mayo|6 de enero
    """,
    to="a|al|a las|a la|to",
    until="hasta|hasta las|hasta la|hasta el",
    and_="y|e|o|también|así como|además|&|más|y también|and",
    from_="""
        de|desde|desde las|de las|del|desde la|de la|desde el|a partir de las|a partir de|a partir
    """,
    between="entre|entre las",
    closed="""
        cerrado|cerrada|cerrados|cerramos|descanso|día de descanso|cierra|cierre|cerradas|no abre|off|
        closed|cierra los|descanso semanal|cerrado por descanso|cerrado todo el día|no abrimos|
        no laborable|sin servicio|cerrado el|permanece cerrado|libre|día libre|no hay servicio|
        no atiende
    """,
    except_="""
        excepto|salvo|menos|a excepción de|exceptuando|excepción|con excepción de|con excepción del|
        a excepción del|excluyendo|excep
    """,
    pause="""
        cierre al mediodía|receso|pausa|hora de comida|pausa para comer|cerrado al mediodía|
        cerrado a mediodía|descanso de|siesta|hora de almuerzo|cierra al mediodía|hora de comer|
        refrigerio|colación
    """,
    meal="almuerzo|comida|comidas|almuerzos",
    always="""
        24/7|24 horas|24 horas al día|las 24 horas|las 24 horas del día|abierto 24 horas|24 hs|24hs|
        24 hrs|día y noche|24h|24 h|24 horas diarias|24hrs|24 horas del día|veinticuatro horas
    """,
    noon="mediodía|medio día|12 del mediodía|12 del día|12 m|12m",
    midnight="medianoche|media noche|12 de la noche|12 de la medianoche",
    am="""
        mañana|de la mañana|por la mañana|mañanas|por las mañanas|am|madrugada|de la madrugada|a m
    """,
    pm="""
        tarde|de la tarde|por la tarde|tardes|por las tardes|pm|del mediodía|de la noche|noche|
        por la noche|noches|del día|p m|por las noches
    """,
    night="nocturno",
    unit="h|horas|hs|hrs|hora|hr",
    appointment="""
        con cita|cita previa|con cita previa|bajo cita|previa cita|cita|a convenir|consultar|llamar|
        con reserva|bajo reserva|reserva previa|solicitud|previa solicitud|concertar cita|citas|
        por encargo|bajo petición|previa reserva|a petición|reservas|llámenos|llame|por cita|
        horario a convenir|turno|con turno|previo acuerdo|con cita concertada|mediante cita previa|
        con turno previo|bajo pedido
    """,
    only="solo|sólo|únicamente|solamente|exclusivamente",
    filler="""
        abierto|abierta|abiertos|horario|horarios|abrimos|abre|atención|de atención|horario de atención|
        los|las|el|la|en|horario comercial|horario de apertura|apertura|ininterrumpido|sin interrupción|
        continuado|continuo|corrido|horario continuo|horario corrido|jornada continua|ambos inclusive|
        inclusive|día|días|tienda|oficina|restaurante|local|museo|nuestro|nuestros|es|son|somos|
        comercial|estamos|para|al público|público|semana|todos|todo|todo el día|turnos|cenas|cena|
        desayuno|desayunos|oficinas|horario de oficina|general|normal|habitual|jornada|incluidos|
        incluido|ambos|continua|clínica|sin cerrar al mediodía|sin descanso|cada|sin cerrar|
        funcionamiento|horario de funcionamiento|horario de trabajo|servicio|horas de atención|
        atendemos|atiende|brunch|no cerramos al mediodía|jornada intensiva|nos encontramos|visita|
        visitas|horario habitual
    """,
    refuse={
        "season": """
            verano|invierno|primavera|otoño|temporada|enero|ene|febrero|feb|marzo|abril|abr|mayo|junio|
            jun|julio|jul|agosto|ago|septiembre|sept|sep|setiembre|octubre|oct|noviembre|nov|diciembre|
            dic|vacaciones|temporada alta|temporada baja|estival|resto del año|lectivos|escolar
        """,
        "some weeks": """
            primer|primero|segundo|tercer|cuarto|último|de cada mes|del mes|mes|alternos|quincenal|
            mensual|hoy|mañana domingo|primeros|últimos|semanas|cada dos semanas|alternas|pares|impares|
            cada 15 días|alterno
        """,
        "open end": """
            en adelante|tarde noche|cierre tardío|último pase|última entrada|puesta de sol|atardecer|
            hasta cierre|fin de existencias|agotar existencias|amanecer|anochecer|último acceso|
            última admisión|hasta el cierre|hasta tarde|hasta agotar
        """,
        "closed for good": """
            cerrado permanentemente|permanentemente|cerrado definitivamente|definitivamente|
            temporalmente|cerrado temporalmente|cierre definitivo|definitivo|hasta nuevo aviso|
            por reformas|obras|permanentemente cerrado|por vacaciones|reformas|cerrado por vacaciones
        """,
        "varies": """
            variable|variables|según|aproximadamente|aprox|flexible|depende|sujeto|consultar web|varía|
            dependiendo|irregular
        """,
        "other service": """
            cocina|domicilio|a domicilio|reparto|cajero|urgencias|emergencias|misa|misas|para llevar|
            barra|recogida|delivery|teléfono|telefónica|caja
        """,
    },
)
