import type { TranslationOf } from '../language/translate.ts'
import type * as source from './management.messages.ts'

export const management = {
  'failed.network': 'Sin conexión con el servidor.',
  'failed.timeout': 'El servidor no respondió a tiempo.',
  'failed.disabled': 'No hay servidor en esta demostración.',
  'failed.malformed': 'El servidor no respondió como debía. Cargue la página de nuevo.',
  'failed.status': 'Intente de nuevo en unos instantes.',
  'failed.refused': 'El servidor no lo aceptó.',
  'failed.title': 'No se pudo cargar esta página',
  'forbidden.title': 'Sin permiso',
  'forbidden.text': 'Su acceso no permite ver esto.',
  sections: 'Páginas del análisis',
  copy: 'Copiar',
  copied: 'Copiado',
  copyWhat: 'Copiar: {what}',
  never: 'nunca',
  cancel: 'Cancelar',
  busy: 'Un momento…',
  'code.send': 'Enviar código',
  'code.again': 'Enviar otro código',
  'code.sent': 'Enviamos un código a {mailbox}. Vale por 24 horas.',
  'code.field': 'Código recibido',
  'code.hint': 'Diez letras y números, como abcde-fghij.',
  'code.confirm': 'Confirmar',
} as const satisfies TranslationOf<typeof source.management>
