// Texts of what is to be done today, as ICU messages.

export const today = {
  title: 'Hoje',
  critical: '{count, plural, =1 {# caso crítico em aberto} other {# casos críticos em aberto}}',
  new: '{count, plural, =1 {# novo desde a última visita} other {# novos desde a última visita}}',
  overdue: '{count, plural, =1 {# caso seu venceu} other {# casos seus venceram}}',
  due: '{count, plural, =1 {# caso seu vence hoje} other {# casos seus vencem hoje}}',
  'anpd.over': 'ANPD: prazo vencido, incidente nº {number, number}',
  'anpd.today': 'ANPD: o prazo termina hoje, incidente nº {number, number}',
  'anpd.left': 'ANPD: {days, plural, =1 {falta # dia útil} other {faltam # dias úteis}}, incidente nº {number, number}',
  'calm.nothing': 'Nada crítico em aberto e nada seu vence hoje.',
  'calm.known': 'Nada de novo desde a última visita, nada crítico em aberto e nada seu vence hoje.',
  'calm.begin': 'O que for novo, crítico ou tiver prazo para hoje aparece aqui.',
} as const
