import type { TranslationOf } from '../language/translate.ts'
import type * as source from './detail.messages.ts'

export const detail = {
  'severity.rule':
    'Baja hasta {low} puntos, media de {medium} a {mediumTop}, alta de {high} a {highTop}, crítica a partir de {critical}.',
  'rule.sum':
    'Cada fuente en que aparece la dirección suma puntos. De cada grupo cuenta solo la primera línea que vale, y ninguna otra de él.',
  'rule.table': 'Motivos y puntos',
  'rule.reason': 'Motivo',
  'rule.points': 'Puntos',
  'rule.counts': 'cuenta aquí',
  'rule.password': 'Contraseña',
  'rule.kind': 'Tipo de la fuente',
  'rule.reuse': 'Repetición',
  'rule.data': 'Datos',
  'rule.age': 'Antigüedad',
  'rule.slow': 'Son difíciles de romper: {kinds}. Todos los demás cuentan como fáciles.',
  'rule.machine': 'La fuente es un registro de una computadora infectada, o nombra una.',
  'rule.any': 'Basta uno de estos, junto a la dirección o en la fuente: {kinds}.',
  'rule.ageing':
    'La antigüedad cuenta los días desde que la dirección se vio por última vez en la fuente, y sus puntos cambian solos: {points} hasta {days} días, {laterPoints} hasta {laterDays}, y después ninguno.',
  'rule.address':
    'La dirección tiene los puntos de la fuente que tiene más. Los de las otras no se le suman. Sin ninguna fuente, la gravedad es “Ninguna”.',
  'rows.also': 'también en {sources}',
  'rows.until': 'hasta {day}',
  'rows.failed': 'Las filas de este número no se cargaron',
  'rows.shown': '{shown, number} de {total, number}',
  'rows.more': 'Mostrar {count, number} más',
  'hash.one': 'Hash {ordinal}',
  'machine.one': 'Computadora {ordinal}',
  'explain.hashes': 'Los hashes no se muestran: solo el tipo de cada uno, y si dos son iguales.',
  'explain.machines': 'De cada computadora solo se guarda un código que la distingue de las otras: ni nombre ni dueño.',
  'event.case.novo': 'El caso de {source} vuelve a ser nuevo',
  'event.case.em-andamento': 'Caso de {source} en curso',
  'event.case.tratado': 'Caso de {source} resuelto',
  'event.case.nao-e-nosso': 'Caso de {source}: no es nuestro',
  'event.case.aceito': 'Caso de {source}: riesgo aceptado',
  'event.case.other': 'Caso de {source}: {state}',
  'event.reopened': 'Caso de {source} reabierto por evidencia más nueva',
  'event.unreopened': 'Reapertura del caso de {source} deshecha, con su importación',
  'event.due': 'Plazo del caso de {source}: {day}',
  'event.dueGone': 'Caso de {source} sin plazo',
  'event.undone': 'cambio deshecho',
  'event.by': 'por {person}',
  'event.byKey': 'por la clave de API {name}',
} as const satisfies TranslationOf<typeof source.detail>
