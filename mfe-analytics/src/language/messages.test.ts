import { portuguese } from './portuguese.ts'

const { t } = portuguese

test('a message without parameters is its text; a missing name, parameter, or one of another kind does not compile', () => {
  expect(t('add.send')).toBe('Enviar Email')
  expect(t('coverage.is', { coverage: '12 fontes' })).toBe('Cobertura: 12 fontes.')
  // @ts-expect-error -- no such message
  expect(() => t('add.nothing')).toThrow('iterable')
  // @ts-expect-error -- a parameter is missing
  expect(t('coverage.is')).not.toBe('')
  // @ts-expect-error -- a number is asked for
  t('emails.all', { all: '2' })
})

// Rule: P-NUM-2
test('a count has its plural and its dots; 0 counts as many in Portuguese', () => {
  const texts = [0, 1, 2, 1284].map((all) => t('emails.all', { all }))
  expect(texts).toEqual(['0 endereços', '1 endereço', '2 endereços', '1.284 endereços'])
})
