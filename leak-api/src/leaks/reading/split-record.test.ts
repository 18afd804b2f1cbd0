import { parse } from 'csv-parse/sync'
import { array, assert, constantFrom, property, string } from 'fast-check'
import { fieldsByPattern } from '../../../testing/leak-files.ts'
import { CSV_SEPARATORS } from './parse-csv.ts'
import { splitRecord } from './split-record.ts'

// Rule: M-IMPORT-8
test.each([
  ['a,b,,c', ['a', 'b', '', 'c']],
  ['"a,b",c', ['a,b', 'c']],
  ['"do,""is",""', ['do,"is', '']],
  ['a"b,c"', ['a"b', 'c"']],
  ['"ab"cd",e', ['"ab"cd"', 'e']],
  ['"a""b"c,d', ['"a""b"c', 'd']],
  ['"a"', ['a']],
  ['a,', ['a', '']],
  [',""', ['', '']],
])('%s has the fields %p', (line, fields) => {
  expect(splitRecord(line, ',')).toMatchObject({ fields, unclosed: false })
})

// Rule: M-IMPORT-8
// Threat: T-IMPORT-1
test.each([
  ['a,"b', ['a', '"b']],
  ['"a,b', ['"a', 'b']],
  ['"a,""b', ['"a', '""b']],
  ['"a,"",c', ['"a', '', 'c']],
  ['a,"b""', ['a', '"b""']],
  ['a,"', ['a', '"']],
])('in %s a quote is not closed, so that its field is read as it stands', (line, fields) => {
  expect(splitRecord(line, ',')).toMatchObject({ fields, unclosed: true })
})

const separators = constantFrom(...CSV_SEPARATORS)

test('what a CSV writer writes in one line comes back, as a CSV library reads it', () => {
  const field = string({ unit: constantFrom('a', '"', ' ', ...CSV_SEPARATORS), maxLength: 8 })
  assert(
    property(separators, array(field, { minLength: 2, maxLength: 6 }), (separator, fields) => {
      const line = fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator)
      expect(splitRecord(line, separator)).toMatchObject({ fields, unclosed: false })
      expect(parse(line, { delimiter: separator })).toEqual([fields])
    }),
  )
})

test('any line splits as the rule says, however its quotes lie', () => {
  const line = string({ unit: constantFrom('a', 'b', '"', '"', '""', ...CSV_SEPARATORS), maxLength: 40 })
  assert(
    property(separators, line, (separator, text) => {
      expect(splitRecord(text, separator).fields).toEqual(fieldsByPattern(text, separator))
    }),
    { numRuns: 2000 },
  )
})
