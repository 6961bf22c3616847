"""Portuguese."""

from __future__ import annotations

from directory_crawler.core.normal.hours.lexicon import Lexicon

PORTUGUESE = Lexicon(
    code="pt",
    days=(
        """
            segunda|segunda-feira|segundas|segundas-feiras|2a feira|2a|feira2|feira2 feira|feira2-feira|
            2ª feira|seg feira|segunda feira|segs|2a-feira|segundas feiras
        """,
        """
            terça|terça-feira|terças|terças-feiras|3a feira|3a|feira3|feira3-feira|feira3 feira|
            terça feira|3a-feira|terças feiras
        """,
        """
            quarta|quarta-feira|quartas|quartas-feiras|4a feira|4a|feira4|feira4-feira|feira4 feira|
            quarta feira|4a-feira|quartas feiras
        """,
        """
            quinta|quinta-feira|quintas|quintas-feiras|5a feira|5a|feira5|feira5-feira|feira5 feira|
            quinta feira|5a-feira|quintas feiras
        """,
        """
            sexta|sexta-feira|sextas|sextas-feiras|6a feira|6a|feira6|feira6-feira|feira6 feira|
            sexta feira|6a-feira|sextas feiras
        """,
        "sábado|sa|sábados|aos sábados",
        "domingo|domingos|aos domingos",
    ),
    weekdays="""
        dias úteis|dias de semana|durante a semana|dia útil|nos dias úteis|úteis|dias da semana
    """,
    weekend="""
        fim de semana|fins de semana|fim-de-semana|fins-de-semana|finais de semana|final de semana|fds|
        aos fins de semana|aos finais de semana
    """,
    daily="""
        todos os dias|diariamente|diário|cada dia|7 dias por semana|7 dias|toda a semana|7/7|todo dia|
        todos os dias da semana|7 dias da semana|sete dias por semana|todo o ano|365 dias por ano|
        o ano todo|diária|365 dias|7 dias na semana|a semana toda
    """,
    holidays="""
        feriados|feriado|vésperas de feriado|véspera de feriado|natal|ano novo|páscoa|ph|sh|
        dias feriados|vésperas|nos feriados|aos feriados|25 de dezembro|1 de janeiro|dia de natal|
        carnaval|1 de maio|véspera|ponto facultativo
    """,
    to="a|à|às|ao|as|aos|to",
    until="até|até às|até as|até à|ate|até ao",
    and_="e|ou|também|assim como|bem como|&|mais|and",
    from_="de|das|da|do|desde|desde as|a partir das|a partir de|dos|desde às|a partir",
    between="entre|entre as",
    closed="""
        fechado|fechada|fechados|encerrado|encerrada|encerra|encerramos|folga|descanso|fechamos|
        não abre|fecha|encerramento|dia de descanso|encerrados|dia de encerramento|off|closed|
        encerramento semanal|não abrimos|não funciona|descanso semanal|dia de folga|sem atendimento|
        não há atendimento|fechadas|não aberto
    """,
    except_="""
        exceto|excepto|menos|salvo|à exceção de|com exceção de|à exceção|exceção|com excepção de|
        exceptuando|exclui|excluindo|à excepção de|com exceção
    """,
    pause="""
        pausa|intervalo|hora de almoço|pausa para almoço|fechado para almoço|encerrado para almoço|
        horário de almoço|pausa de almoço|encerra para almoço|fecha para almoço|intervalo para almoço|
        intervalo de almoço|fechado ao almoço
    """,
    meal="almoço|almoços",
    always="""
        24/7|24 horas|24 horas por dia|24h|aberto 24 horas|dia e noite|24h por dia|24 horas/dia|24 h|
        24hs|24hrs|24 hs|vinte e quatro horas|24h/dia|24h/24h|24 horas ao dia
    """,
    noon="meio-dia|meio dia|12 do meio-dia|meiodia",
    midnight="meia-noite|meia noite|24 meia-noite|meianoite",
    am="manhã|da manhã|de manhã|pela manhã|manhãs|am|a m|madrugada|da madrugada",
    pm="""
        tarde|da tarde|à tarde|noite|da noite|à noite|tardes|de tarde|pm|p m|noites|pela tarde
    """,
    night="de noite",
    unit="h|horas|hs|hrs|hora|min|hr",
    appointment="""
        com hora marcada|por marcação|com marcação|mediante marcação|sob marcação|marcação prévia|
        marcação|agendamento|com agendamento|mediante agendamento|sob consulta|a combinar|reserva|
        com reserva|sob reserva|ligar|ligue|consultar|contactar|agendar|por agendamento|marcações|
        sob agendamento|hora marcada|sob encomenda|sob pedido|por encomenda|agendamento prévio|
        sob marcação prévia|por marcação prévia|mediante reserva
    """,
    only="só|somente|apenas|exclusivamente|unicamente",
    filler="""
        aberto|aberta|abertos|horário|horários|abre|abrimos|funcionamento|horário de funcionamento|
        atendimento|os|horário de atendimento|o|nos|no|na|nas|em|dia|dias|sem interrupção|ininterrupto|
        ininterruptamente|loja|escritório|contínuo|horário contínuo|restaurante|museu|inclusive|nosso|
        nossos|é|são|estamos|ao público|público|clínica|semana|horário comercial|todos|jantar|jantares|
        abertura|horário de abertura|expediente|comercial|para|todo o dia|geral|cada|turno|turnos|
        secretaria|ambos|sem intervalo|sem pausa|normal|feira|feiras|todas|todas as|todos os|funciona|
        o dia todo|horário de expediente|recepção|receção|café da manhã|pequeno-almoço|pequeno almoço|
        das visitas|visitas|direto|sem fechar para almoço|sem encerrar para almoço|brunch
    """,
    refuse={
        "season": """
            verão|inverno|primavera|outono|temporada|época|janeiro|jan|fevereiro|fev|março|abril|abr|
            maio|mai|junho|jun|julho|jul|agosto|ago|setembro|set|outubro|out|novembro|nov|dezembro|dez|
            férias|época alta|época baixa|baixa temporada|alta temporada|letivo
        """,
        "some weeks": """
            primeiro|primeira|segundo|terceiro|quarto|último|última|do mês|mês|alternados|quinzenal|
            mensal|hoje|de cada mês|amanhã|quinzenalmente|semanas alternadas|alternadas|pares|ímpares
        """,
        "open end": """
            em diante|último cliente|última entrada|pôr do sol|pôr-do-sol|nascer do sol|amanhecer|
            anoitecer|esgotar|último acesso|até o último cliente|até tarde|até ao fecho|até fechar
        """,
        "closed for good": """
            fechado permanentemente|permanentemente fechado|permanentemente|definitivamente|
            encerrado definitivamente|temporariamente|fechado temporariamente|encerrado temporariamente|
            temporariamente fechado|para férias|até novo aviso|obras|para obras|reforma|em reforma|
            encerrado para férias
        """,
        "varies": """
            variável|variáveis|conforme|aproximadamente|aprox|flexível|depende|sujeito|varia|consoante|
            irregular
        """,
        "other service": """
            cozinha|delivery|entrega|entregas|take-away|takeaway|caixa|urgências|emergência|missa|
            missas|multibanco|retirada|happy hour|urgência|telefone|telefónico|plantão|caixa eletrônico
        """,
    },
)
