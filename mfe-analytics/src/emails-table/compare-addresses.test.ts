import { compareAddresses } from './compare-addresses.ts'

const { compare } = new Intl.Collator('pt-BR')
const SIGNS = '_-.@+019abyzAZáç '

const texts = [...SIGNS].flatMap((one) => [one, ...[...SIGNS].flatMap((two) => [one + two, `${one}${two}a`])])

test('addresses stand in the order of the language, with a collator or without', () => {
  const differing = ['', ...texts].flatMap((a) =>
    texts.filter((b) => Math.sign(compareAddresses(a, b)) !== Math.sign(compare(a, b))).map((b) => [a, b]),
  )
  expect(differing).toEqual([])
})

test('usual addresses need no collator', () => {
  const made = jest.spyOn(Intl, 'Collator')
  const sorted = ['bia@a.com', 'ana1@a.com', 'ana@a.com', 'ana.b@a.com'].toSorted(compareAddresses)
  expect(sorted).toEqual(['ana.b@a.com', 'ana@a.com', 'ana1@a.com', 'bia@a.com'])
  expect(made).not.toHaveBeenCalled()
})
