import type { TranslationOf } from '../language/translate.ts'
import type * as source from './detail.messages.ts'

export const detail = {
  'severity.rule':
    'Low up to {low} points, medium from {medium} to {mediumTop}, high from {high} to {highTop}, critical from {critical}.',
  'rule.sum':
    'Each source that has the address adds up points. Of each group only the first line that holds counts, and no other one of it.',
  'rule.table': 'Reasons and points',
  'rule.reason': 'Reason',
  'rule.points': 'Points',
  'rule.counts': 'counts here',
  'rule.password': 'Password',
  'rule.kind': 'Kind of source',
  'rule.reuse': 'Reuse',
  'rule.data': 'Data',
  'rule.age': 'Age',
  'rule.slow': 'Hard to crack are {kinds}. All others count as easy.',
  'rule.machine': 'The source is the log of an infected computer, or names one.',
  'rule.any': 'One of these is enough, beside the address or in the source: {kinds}.',
  'rule.ageing':
    'The age counts the days since the address was last seen in the source, and its points change by themselves: {points} up to {days} days, {laterPoints} up to {laterDays}, and none after that.',
  'rule.address':
    'The address has the points of the source that has the most. Those of the others are not added to them. Without any source the severity is “None”.',
  'rows.also': 'in {sources} too',
  'rows.until': 'until {day}',
  'rows.failed': 'The rows of this number did not load',
  'rows.shown': '{shown, number} of {total, number}',
  'rows.more': 'Show {count, number} more',
  'hash.one': 'Hash {ordinal}',
  'machine.one': 'Computer {ordinal}',
  'explain.hashes': 'Hashes are not shown: only the kind of each, and whether two are the same.',
  'explain.machines':
    'All that is kept of each computer is a code that tells it from the others: neither a name nor an owner.',
  'event.case.novo': 'Case of {source} is new again',
  'event.case.em-andamento': 'Case of {source} in progress',
  'event.case.tratado': 'Case of {source} handled',
  'event.case.nao-e-nosso': 'Case of {source}: not ours',
  'event.case.aceito': 'Case of {source}: risk accepted',
  'event.case.other': 'Case of {source}: {state}',
  'event.reopened': 'Case of {source} reopened by newer evidence',
  'event.unreopened': 'Reopening of the case of {source} undone, with its import',
  'event.due': 'Due day of the case of {source}: {day}',
  'event.dueGone': 'Case of {source} without a due day',
  'event.undone': 'change undone',
  'event.by': 'by {person}',
  'event.byKey': 'by the API key {name}',
} as const satisfies TranslationOf<typeof source.detail>
