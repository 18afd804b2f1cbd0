import type { TranslationOf } from '../language/translate.ts'
import type * as source from './ownership.messages.ts'

export const ownership = {
  prove: 'Probar',
  proveWhat: 'Probar {address}',
  text: 'Hasta que el propio buzón diga sí, no se muestra nada de esta dirección. Le enviamos un código; quien lo lea se lo pasa a usted.',
  domain: 'O pruebe el dominio entero, en Dominios.',
  close: 'Cerrar',
} as const satisfies TranslationOf<typeof source.ownership>
