import type { UiTextName } from '@atalaia/ui'
import type { RefusalName } from '../refusal.ts'
import type { TranslationOf } from '../translate.ts'
import type * as source from './pt-br.messages.ts'

export const dashboard = {
  loading: 'Cargando',
  reload: 'Cargar de nuevo',
  leaks: 'Filtraciones',
  passwords: 'Contraseñas',
  explain: 'Explique este número',
  'explain.day': 'Explique este número: direcciones del {day}',
  'go.addresses': '{all, plural, one {Ver la dirección en la lista} other {Ver las # direcciones}} →',
  'go.register': 'Registrar incidente',

  'none.title': 'Los números todavía no llegaron',
  'none.leaks': 'Ninguna filtración',
  'none.passwords': 'Ninguna contraseña filtrada',
  'none.consulted': '{what} en las fuentes consultadas.',
  'none.covered': '{what} en {coverage}.',
  'none.sources': 'Todavía no se importó ninguna fuente.',
  'none.addresses': 'Agregue una dirección para ver los números.',
  'none.waiting':
    '{waiting, plural, one {La dirección espera prueba} other {Las direcciones esperan prueba}}: los números llegan con ella.',

  'coverage.is': 'Cobertura: {coverage}.',
  'coverage.line': 'Actualizado el {day}, {sources, plural, one {# fuente} other {# fuentes}}.',
  'coverage.unknown': 'fuentes no informadas',
  'coverage.none': 'ninguna fuente todavía',
  'coverage.sources': '{sources, plural, one {# fuente} other {# fuentes}}',
  'coverage.updated': '{sources, plural, one {# fuente} other {# fuentes}}, actualizado el {day}',
  'first.title': 'Empiece por la primera dirección de su empresa',
  'first.text': 'Se buscará en todo lo que ya se importó ({coverage}) y de nuevo con cada fuente nueva.',

  'total.title': 'Total de filtraciones',
  'total.leaks': '{count, plural, one {filtración} other {filtraciones}}',
  'total.passwords': '{count, plural, one {contraseña filtrada} other {contraseñas filtradas}}',
  open: '{open, number} sin cerrar',
  'trend.same': 'igual que en {month}',
  'trend.change': '{change} desde {month}',
  'trend.share': '{change} ({share}) desde {month}',
  'top.leaks': 'Top 3 filtraciones por correo',
  'top.passwords': 'Top 3 contraseñas filtradas',

  'reports.title': 'Últimos 3 informes',
  'reports.none': 'Ningún informe todavía. Se genera un informe cada vez que cambian los números.',
  'reports.tab': '(se abre en otra pestaña)',

  'chart.title': '{months, plural, one {Último mes} other {Últimos # meses}}',
  'chart.none':
    '{months, plural, one {Ningún análisis en el último mes} other {Ningún análisis en los últimos # meses}}',
  'chart.failed': 'El gráfico no se cargó',
  'chart.instead': 'Los mismos números se pueden ver como tabla.',
  'chart.begun':
    'El primer análisis de {months, plural, one {este mes} other {estos # meses}} es del {day}. El gráfico se completa con cada nuevo análisis.',
  'chart.range': 'Gráfico de filtraciones y contraseñas del {from} al {to}.',
  'chart.last':
    'Último análisis el {day}: {leaks, plural, one {# filtración} other {# filtraciones}} y {passwords, plural, one {# contraseña} other {# contraseñas}}.',
  'chart.table': 'Tabla del gráfico',
  'chart.day': 'Fecha',
  'chart.axisDay': '%e %b',
  'chart.axisMonth': '%b %Y',
  'chart.fullDay': '%A, %e de %B de %Y',
  'export.label': 'Exportar gráfico',
  'export.button': 'Exportar',
  'export.png': 'Imagen PNG',
  'export.svg': 'Imagen SVG',
  'export.csv': 'Planilla CSV',
  'export.file': '{months, plural, one {filtraciones-ultimo-mes} other {filtraciones-ultimos-#-meses}}',

  'add.title': 'Agregar correo monitoreado',
  'ownership.unchecked': 'En esta instalación privada no se verifica de quién es una dirección.',
  'add.hint': 'Una dirección válida, de hasta 254 caracteres, que todavía no esté en la lista.',
  'add.send': 'Agregar correo',
  'add.sending': 'Enviando…',
  'add.sent': 'Correo agregado.',
  'add.found':
    '{email} apareció en {sources, plural, one {# fuente} other {# fuentes}}{passwords, plural, =0 {} one {, con # contraseña} other {, con # contraseñas}}.',
  'add.unfound':
    '{sources, plural, =0 {{email} aún no se ha buscado: no se importó ninguna fuente.} one {{email} no apareció en la fuente consultada.} other {{email} no apareció en las # fuentes consultadas.}}',
  'add.next': 'Ver qué hacer →',
  'add.failed': 'No se pudo agregar el correo.',
  'add.empty': 'Escriba la dirección de correo que se debe monitorear.',
  'add.long': 'La dirección puede tener 254 caracteres como máximo.',
  'add.several': 'Escriba una sola dirección por vez.',
  'add.invalid': 'Escriba una dirección de correo válida, como nombre@empresa.com.',
  'add.known': 'Esta dirección ya está entre los correos monitoreados.',
  'add.timeout': 'El servidor no respondió a tiempo.',
  'add.network': 'Sin conexión con el servidor.',
  'add.disabled': 'No hay servidor en esta demostración.',

  'emails.title': 'Correos monitoreados',
  new: 'nuevo',
  'emails.failed': 'Esta parte de la tabla no se cargó. Intente de nuevo.',
  'emails.none': 'Todavía no se monitorea ninguna dirección.',
  'emails.filter': 'Filtrar direcciones',
  'emails.table': 'Tabla de correos monitoreados',
  'emails.pages': 'Páginas de correos monitoreados',
  'emails.email': 'Correo',
  'emails.leaks': 'Filtraciones',
  'emails.passwords': 'Contraseñas filtradas',
  'emails.all': '{all, plural, one {# dirección} other {# direcciones}}',
  'emails.found': '{found, number} de {all, plural, one {# dirección} other {# direcciones}}',
  'emails.unfound': 'No se encontró ninguna dirección',
  'emails.waits': 'Espera prueba',
} as const satisfies TranslationOf<typeof source.dashboard>

/** The words for what the server refuses; its own are Portuguese. */
export const refusals = {
  'address-invalid': 'Escriba una sola dirección de correo válida, de hasta 254 caracteres, como nombre@empresa.com.',
  'address-monitored': 'Esta dirección ya está entre los correos monitoreados.',
  'address-limit': 'Su organización ya monitorea el máximo de direcciones. Hable con el soporte.',
  'address-out-of-reach': 'Su acceso no incluye esta dirección.',
  'operation-not-allowed': 'Su acceso no permite esta operación.',
  'outcome-unknown':
    'El servicio no estuvo disponible por un momento, y no sabemos si se agregó la dirección. Compruébelo antes de repetir.',
  'session-ended': 'Su acceso terminó. Entre de nuevo en el portal.',
  'too-many-calls': 'Demasiados intentos. Espere un minuto e intente de nuevo.',
  unavailable: 'El servicio no está disponible ahora. Intente de nuevo en unos instantes.',
  'server-fault': 'Algo salió mal de nuestro lado. Intente de nuevo en unos instantes.',
} as const satisfies Readonly<Record<RefusalName, string>>

export const embed = {
  retry: 'Intentar de nuevo',
  'missing-token': 'Falta el acceso al panel',
  'missing-token.text':
    'Esta página todavía no informó su identificación. Cárguela de nuevo o entre otra vez al portal.',
  'invalid-token': 'No se aceptó el acceso',
  'invalid-token.text':
    'La identificación informada por esta página no vale para este panel. Avise al responsable del portal.',
  'session-expired': 'Su acceso expiró',
  'session-expired.text': 'Entre de nuevo al portal para continuar.',
  'api-unreachable': 'No se pudo hablar con el servidor',
  'api-unreachable.text':
    'Su conexión puede haberse caído, o esta página no tiene acceso al servidor. Si continúa, avise al responsable del portal.',
  forbidden: 'Sin permiso',
  'forbidden.text': 'Su acceso no permite ver estos datos. Avise al responsable del portal.',
  'unknown-address': 'Dirección no encontrada',
  'unknown-address.text': 'No está entre las que monitorea la organización.',
  'api-error': 'El servidor no respondió como debía',
  'api-error.text': 'Intente de nuevo en unos instantes. Si continúa, avise al responsable del portal.',
  internal: 'Algo salió mal en este panel',
  'internal.text': 'El resto de la página sigue funcionando.',
} as const satisfies TranslationOf<typeof source.embed>

export const ui = {
  close: 'Cerrar',
  retry: 'Intentar de nuevo',
  reload: 'Cargar de nuevo',
  more: 'Más acciones',
  expand: 'Expandir',
  collapse: 'Contraer',
  fullscreen: 'Pantalla completa',
  restore: 'Restaurar',
  locked: 'Fijo',
  closed: 'Cerrados',
  closedWidgets: 'Widgets cerrados',
  reopen: 'Reabrir {title}',
  previous: 'Anterior',
  next: 'Siguiente',
  page: 'Página {page} de {pages}',
  pageShort: '{page} de {pages}',
  asTable: 'Ver como tabla',
  asPlot: 'Ver como gráfico',
  errorCode: 'Código del error',
  copyCode: 'Copiar código',
  codeCopied: 'Código copiado',
} as const satisfies Readonly<Record<UiTextName, string>>
