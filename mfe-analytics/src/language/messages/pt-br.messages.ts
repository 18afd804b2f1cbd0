// Texts of the interface as ICU messages. Brazil's `one` includes 0, and ours does not: `=1` in the place of `one`.

/** The texts of the dashboard, in the bundle's first bytes. The other languages are held to their names. */
export const dashboard = {
  loading: 'Carregando',
  reload: 'Carregar de novo',
  leaks: 'Vazamentos',
  passwords: 'Senhas',

  'none.title': 'Os números ainda não chegaram',
  'none.leaks': 'Nenhum vazamento',
  'none.passwords': 'Nenhuma senha vazada',
  'none.consulted': '{what} nas fontes consultadas.',
  'none.covered': '{what} em {coverage}.',
  'none.sources': 'Nenhuma fonte foi importada ainda.',
  'none.addresses': 'Os números vêm com o primeiro endereço monitorado.',

  'coverage.is': 'Cobertura: {coverage}.',
  'coverage.unknown': 'fontes não informadas',
  'coverage.none': 'nenhuma fonte ainda',
  'coverage.sources': '{sources, plural, =1 {# fonte} other {# fontes}}',
  'coverage.updated': '{sources, plural, =1 {# fonte} other {# fontes}}, atualizado em {day}',
  'first.title': 'Comece pelo primeiro endereço da sua empresa',
  'first.text': 'Ele será procurado em tudo o que já foi importado ({coverage}) e de novo a cada nova fonte.',

  'total.title': 'Total de Vazamentos',
  'total.leaks': '{count, plural, =1 {vazamento} other {vazamentos}}',
  'total.passwords': '{count, plural, =1 {senha vazada} other {senhas vazadas}}',
  'trend.same': 'igual a {month}',
  'trend.change': '{change} desde {month}',
  'trend.share': '{change} ({share}) desde {month}',
  'top.leaks': 'Top 3 vazamentos E-mail',
  'top.passwords': 'Top 3 vazamentos Senha',

  'reports.title': 'Últimos 3 Relatórios',
  'reports.none': 'Nenhum relatório ainda. Um é feito sempre que os números mudam.',
  'reports.tab': '(abre em nova aba)',

  'chart.title': '{months, plural, =1 {Último mês} =2 {Últimos 2 meses} other {Ultimos 3 meses}}',
  'chart.none': '{months, plural, =1 {Nenhuma análise no último mês} other {Nenhuma análise nos últimos # meses}}',
  'chart.failed': 'O gráfico não carregou',
  'chart.instead': 'Os mesmos números podem ser vistos como tabela.',
  'chart.begun':
    'A primeira análise {months, plural, =1 {deste mês} other {destes # meses}} é de {day}. As linhas crescem com as próximas.',
  'chart.range': 'Gráfico de vazamentos e senhas de {from} a {to}.',
  'chart.last':
    'Última análise em {day}: {leaks, plural, =1 {# vazamento} other {# vazamentos}} e {passwords, plural, =1 {# senha} other {# senhas}}.',
  'chart.table': 'Tabela do gráfico',
  'chart.day': 'Data',
  // Highcharts' formats of days, not ICU's.
  'chart.axisDay': '%e %b',
  'chart.axisMonth': '%b %Y',
  'chart.fullDay': '%A, %e de %B de %Y',
  'export.label': 'Exportar gráfico',
  'export.button': 'Exportar',
  'export.png': 'Imagem PNG',
  'export.svg': 'Imagem SVG',
  'export.csv': 'Planilha CSV',
  'export.file': '{months, plural, =1 {vazamentos-ultimo-mes} other {vazamentos-ultimos-#-meses}}',

  'add.title': 'Adicionar Email Monitorado',
  'add.hint': 'Um endereço válido, de até 254 caracteres, que ainda não esteja na lista.',
  'add.send': 'Enviar Email',
  'add.sending': 'Enviando…',
  'add.sent': 'Email enviado com sucesso!',
  'add.failed': 'Erro ao enviar email.',
  'add.empty': 'Informe o endereço de e-mail que deve ser monitorado.',
  'add.long': 'O endereço deve ter no máximo 254 caracteres.',
  'add.several': 'Informe um único endereço por vez.',
  'add.invalid': 'Informe um endereço de e-mail válido, como nome@empresa.com.br.',
  'add.known': 'Este endereço já está entre os emails monitorados.',
  'add.timeout': 'O servidor não respondeu a tempo.',
  'add.network': 'Sem conexão com o servidor.',
  'add.disabled': 'Não há servidor nesta demonstração.',

  'emails.title': 'Emails Monitorados',
  'emails.none': 'Nenhum endereço monitorado ainda.',
  'emails.filter': 'Filtrar endereços',
  'emails.table': 'Tabela de emails monitorados',
  'emails.pages': 'Páginas de emails monitorados',
  'emails.email': 'Email',
  'emails.leaks': 'Nº Vazamentos',
  'emails.passwords': 'Senhas Vazadas',
  'emails.all': '{all, plural, =1 {# endereço} other {# endereços}}',
  'emails.found': '{found, number} de {all, plural, =1 {# endereço} other {# endereços}}',
  'emails.unfound': 'Nenhum endereço encontrado',
} as const

/** The texts of the embed alone: titles and texts of its error codes. */
export const embed = {
  retry: 'Tentar de novo',
  'missing-token': 'Falta o acesso ao painel',
  'missing-token.text': 'Esta página ainda não informou a sua identificação. Recarregue-a ou entre de novo no portal.',
  'invalid-token': 'O acesso não foi aceito',
  'invalid-token.text':
    'A identificação informada por esta página não vale para este painel. Avise o responsável pelo portal.',
  'session-expired': 'O seu acesso expirou',
  'session-expired.text': 'Entre de novo no portal para continuar.',
  'api-unreachable': 'Não foi possível falar com o servidor',
  'api-unreachable.text':
    'A sua conexão pode ter caído, ou esta página não tem acesso ao servidor. Se continuar, avise o responsável pelo portal.',
  forbidden: 'Sem permissão',
  'forbidden.text': 'O seu acesso não permite ver estes dados. Avise o responsável pelo portal.',
  'api-error': 'O servidor não respondeu como devia',
  'api-error.text': 'Tente de novo em alguns instantes. Se continuar, avise o responsável pelo portal.',
  internal: 'Algo deu errado neste painel',
  'internal.text': 'O resto da página continua funcionando.',
} as const
