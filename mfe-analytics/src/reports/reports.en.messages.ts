import type { TranslationOf } from '../language/translate.ts'
import type * as source from './reports.messages.ts'

export const reports = {
  'make.title': 'Make a report',
  'make.lead':
    'A PDF with a cover, numbers, a chart, severity, cases and what was done, which can also be read aloud. It is in Portuguese.',
  'make.months': 'Period',
  'months.1': 'Last month',
  'months.2': 'Last 2 months',
  'months.3': 'Last 3 months',
  'make.address': 'Address, or empty for the organization',
  'make.send': 'Make report',
  'make.done': 'The report is ready:',
  'make.monthly': 'At the start of each month, the report of the month before appears in the list by itself.',
  'make.readOnly': 'Your role in the organization lets you read reports, and not make them.',

  list: 'All reports',
  listLoading: 'Loading reports',
  'list.failed': 'The reports did not load',
  table: 'Reports',
  search: 'Search by address',
  kind: 'About',
  'kind.all': 'Everything',
  'kind.mudanca': 'A change of an address',
  'kind.endereco': 'One address',
  'kind.organizacao': 'The organization',
  about: 'Report',
  why: 'Reason',
  'why.mudanca': 'Numbers changed',
  'why.pedido': 'On demand',
  'why.mensal': 'Monthly',
  period: 'Period',
  'period.range': '{from} to {to}',
  made: 'Made on',
  newTab: '(opens in a new tab)',
  pages: 'Pages of reports',
  found: '{found, plural, one {# report} other {# reports}}',
  'empty.title': 'No reports yet',
  'empty.text':
    'A report is made when the numbers of an address change, at the end of a month, or when you make it here.',
  'unfound.title': 'No report with this filter',
  'unfound.text': 'Change the search or the kind.',

  'verify.title': 'Verify a document',
  'verify.lead':
    'Choose the PDF file, which does not leave this computer, or paste the SHA-256 digest that it shows. The answer says whether your organization was given it.',
  'verify.file': 'PDF file',
  'verify.digest': 'Or SHA-256 digest',
  'verify.hint': '64 digits, with or without spaces.',
  'verify.malformed': 'A digest has 64 digits: 0 to 9 and a to f.',
  'verify.send': 'Verify',
  'verify.file.same': 'This is the file that your organization was given, without any change.',
  'verify.digest.same':
    'Your organization was given a document with this digest. To know whether a file is the same, choose the file.',
  'verify.file.unknown':
    'Your organization was not given this file: it comes from elsewhere, or was changed since. Verify the digest that it shows, too.',
  'verify.digest.unknown': 'Your organization was given no document with this digest.',
  'verify.insecure': 'This browser reads files only on pages with https. Paste the digest that the document shows.',
  'verify.unreadable': 'The file could not be read, or is too large to be a document of ours.',
  'verify.what': 'Document',
  'verify.issued': 'Issued on',
  'verify.lgpd': 'Incident dossier',
} as const satisfies TranslationOf<typeof source.reports>
