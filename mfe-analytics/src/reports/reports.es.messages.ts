import type { TranslationOf } from '../language/translate.ts'
import type * as source from './reports.messages.ts'

export const reports = {
  'make.title': 'Crear un informe',
  'make.lead':
    'Un PDF con portada, cifras, gráfico, gravedad, casos y lo que se hizo, que también puede leerse en voz alta. Está en portugués.',
  'make.months': 'Período',
  'months.1': 'Último mes',
  'months.2': 'Últimos 2 meses',
  'months.3': 'Últimos 3 meses',
  'make.address': 'Dirección, o vacío para la organización',
  'make.send': 'Crear informe',
  'make.done': 'El informe está listo:',
  'make.monthly': 'Al comienzo de cada mes, el informe del mes anterior aparece solo en la lista.',
  'make.readOnly': 'Su papel en la organización permite leer informes, y no crearlos.',

  list: 'Todos los informes',
  listLoading: 'Cargando los informes',
  'list.failed': 'Los informes no se cargaron',
  table: 'Informes',
  search: 'Buscar por dirección',
  kind: 'Sobre',
  'kind.all': 'Todo',
  'kind.mudanca': 'Cambio de una dirección',
  'kind.endereco': 'Una dirección',
  'kind.organizacao': 'La organización',
  about: 'Informe',
  why: 'Motivo',
  'why.mudanca': 'Cambiaron las cifras',
  'why.pedido': 'A petición',
  'why.mensal': 'Mensual',
  period: 'Período',
  'period.range': '{from} a {to}',
  made: 'Creado el',
  newTab: '(se abre en otra pestaña)',
  pages: 'Páginas de informes',
  found: '{found, plural, =1 {# informe} other {# informes}}',
  'empty.title': 'Todavía no hay informes',
  'empty.text': 'Un informe nace cuando cambian las cifras de una dirección, al final del mes, o cuando lo crea aquí.',
  'unfound.title': 'Ningún informe con este filtro',
  'unfound.text': 'Cambie la búsqueda o el tipo.',

  'verify.title': 'Verificar documento',
  'verify.lead':
    'Elija el archivo PDF, que no sale de este equipo, o pegue el resumen SHA-256 que muestra. La respuesta dice si su organización lo recibió.',
  'verify.file': 'Archivo PDF',
  'verify.digest': 'O resumen SHA-256',
  'verify.hint': '64 dígitos, con o sin espacios.',
  'verify.malformed': 'Un resumen tiene 64 dígitos: de 0 a 9 y de a a f.',
  'verify.send': 'Verificar',
  'verify.file.same': 'Es el archivo que su organización recibió, sin ningún cambio.',
  'verify.digest.same':
    'Su organización recibió un documento con este resumen. Para saber si un archivo es el mismo, elija el archivo.',
  'verify.file.unknown':
    'Su organización no recibió este archivo: viene de otro lugar, o fue cambiado después. Verifique también el resumen que muestra.',
  'verify.digest.unknown': 'Su organización no recibió ningún documento con este resumen.',
  'verify.insecure':
    'Este navegador solo lee archivos en páginas con https. Pegue el resumen que muestra el documento.',
  'verify.unreadable': 'El archivo no se pudo leer, o es demasiado grande para ser un documento nuestro.',
  'verify.what': 'Documento',
  'verify.issued': 'Emitido el',
  'verify.lgpd': 'Dosier de incidente',
} as const satisfies TranslationOf<typeof source.reports>
