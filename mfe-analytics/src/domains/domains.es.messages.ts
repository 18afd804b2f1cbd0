import type { TranslationOf } from '../language/translate.ts'
import type * as source from './domains.messages.ts'

export const domains = {
  loading: 'Cargando dominios',
  lead: 'Pruebe que un dominio es de su organización, y todas sus direcciones filtradas aparecen en el panel, también las que nadie agregó.',
  unchecked:
    'En esta instalación privada no se verifica de quién es una dirección: la que se agrega se monitorea sin prueba.',
  checked: 'Una dirección agregada espera hasta que su dominio esté probado o el propio buzón diga sí.',
  'add.title': 'Agregar un dominio',
  'add.field': 'Dominio',
  'add.hint': 'Como empresa.com, sin http ni barra. Un subdominio es otro dominio.',
  'add.send': 'Agregar dominio',
  'add.empty': 'Escriba un dominio.',
  list: 'Sus dominios',
  'empty.title': 'Ningún dominio todavía',
  'empty.text': 'Con un dominio probado ve todas sus direcciones, sin escribirlas una por una.',
  readOnly: 'Solo quien administra la organización agrega, prueba y elimina dominios.',

  'state.esperando': 'Espera prueba',
  'state.provado': 'Probado',
  'state.perdido': 'Prueba perdida',
  'by.dns': 'por DNS',
  'by.arquivo': 'por un archivo en el sitio',
  'by.email': 'por correo',
  proved: 'Probado el',
  checkedAt: 'Última verificación',
  next: 'Próxima verificación',
  'next.none': 'solo cuando usted la pida',
  addresses: 'Direcciones del dominio',
  'addresses.none': 'ninguna antes de la prueba',
  'addresses.see': 'Ver {count, plural, one {# dirección} other {# direcciones}}',

  verify: 'Verificar ahora',
  verifying: 'Verificando…',
  found: '{domain} está probado.',
  'missing.ausente':
    'No encontramos la prueba. Una zona de DNS tarda de minutos a dos días en mostrar un registro nuevo; lo intentamos de nuevo por nuestra cuenta.',
  'missing.diferente':
    'Encontramos un texto nuestro, pero no el de este dominio y esta organización. Compruebe que se copió entero.',
  'missing.sem-resposta':
    'No respondieron ni los servidores de nombres ni el sitio. Lo intentamos de nuevo por nuestra cuenta.',
  'missing.proved':
    'La última verificación no encontró la prueba. Publíquela de nuevo: después de tres días sin ella (14 sin respuesta) las direcciones desaparecen del panel.',
  'missing.lost': 'Las direcciones que vinieron con el dominio ya no aparecen. Vuelven cuando vuelva la prueba.',

  how: 'Cómo probar {domain}',
  'how.one': 'Basta una de estas tres formas.',
  'dns.title': '1. Registro TXT en el DNS',
  'dns.text':
    'En el panel de su proveedor de DNS, cree un registro del tipo TXT con este nombre y este valor. El mismo valor en la raíz del dominio también vale.',
  'dns.name': 'Nombre del registro',
  'dns.value': 'Valor',
  'dns.look': 'Para ver lo que ve el mundo',
  'file.title': '2. Archivo en el sitio',
  'file.text': 'Publique por https, sin redirección, un archivo de texto en esta dirección con esta línea.',
  'file.place': 'Dirección del archivo',
  'file.line': 'Línea del archivo',
  'mail.title': '3. Correo a quien cuida del dominio',
  'mail.text':
    'Enviamos un código a uno de estos buzones. Quien lo lea le pasa el código a usted. Esta prueba vale por un año.',
  'mail.box': 'Buzón',

  remove: 'Eliminar',
  removeWhat: 'Eliminar {domain}',
  'remove.title': '¿Eliminar {domain}?',
  'remove.text':
    'Las direcciones que vinieron con él dejan de monitorearse y desaparecen del panel. Las que alguien agregó quedan; donde se verifica de quién son, vuelven a esperar.',
  'remove.do': 'Eliminar dominio',
  removed: 'Se eliminó {domain}.',
  added: 'Se agregó {domain}. Ahora pruebe que es suyo.',
} as const satisfies TranslationOf<typeof source.domains>
