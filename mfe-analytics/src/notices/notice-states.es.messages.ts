import type { TranslationOf } from '../language/translate.ts'
import type * as source from './notice-states.messages.ts'

export const noticeStates = {
  title: 'Aviso',
  enviado: 'Avisada',
  aberto: 'Aviso abierto',
  conferida: 'Cambiada, comprobada',
  declarada: 'Cambiada, dice la persona',
  vazada: 'Sigue filtrada',
  'nao-e-meu': 'Dice que no es suya',
  'sem-resposta': 'Sin respuesta',
  devolvido: 'Aviso devuelto',
  lembrado: 'Recordatorio enviado',
  pergunta: 'La persona preguntó por correo',
  parado: 'La persona no quiere más avisos',
  retomado: 'La persona volvió a aceptar avisos',
} as const satisfies TranslationOf<typeof source.noticeStates>
