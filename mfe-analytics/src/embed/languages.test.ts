import { createLanguage as english } from '../language/english.ts'
import { createLanguage as spanish } from '../language/spanish.ts'
import { createLanguages } from './languages.ts'

const EN = { name: 'en', tag: 'en' } as const
const ES = { name: 'es', tag: 'es' } as const
const PT = { name: 'pt-BR', tag: 'pt-BR' } as const

const createGate = () => {
  const gate: { resolve?: () => void; reject?: (error: Error) => void } = {}
  const opened = new Promise<void>((resolve, reject) => Object.assign(gate, { resolve, reject }))
  return { gate, opened }
}

const open = () => {
  const gates = { en: createGate(), es: createGate() }
  const onChange = jest.fn()
  const onWarning = jest.fn()
  const languages = createLanguages({
    onChange,
    onWarning,
    loads: {
      en: async () => (await gates.en.opened, { createLanguage: english }),
      es: async () => (await gates.es.opened, { createLanguage: spanish }),
    },
  })
  return { gates, onChange, onWarning, languages, locale: () => languages.current()?.locale }
}

// Rule: M-EMBED-39
test('until the first language is there, there is none; until another one is, the one before stays', async () => {
  const { gates, onChange, languages, locale } = open()
  const first = languages.want(EN)
  expect(locale()).toBeUndefined()
  gates.en.gate.resolve?.()
  await first
  const second = languages.want(ES)
  expect(locale()).toBe('en')
  gates.es.gate.resolve?.()
  await second
  expect(locale()).toBe('es')
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('a language that comes after another was asked for is not shown', async () => {
  const { gates, languages, locale } = open()
  const late = languages.want(EN)
  await languages.want(PT)
  gates.en.gate.resolve?.()
  await late
  expect(locale()).toBe('pt-BR')
})

// Rule: M-EMBED-39
test('texts that do not load leave the language as it is, or Portuguese, with a warning', async () => {
  const { gates, onWarning, languages, locale } = open()
  gates.en.gate.reject?.(new Error('offline'))
  gates.es.gate.resolve?.()
  await languages.want(EN)
  expect(locale()).toBe('pt-BR')
  expect(onWarning.mock.calls).toEqual([['locale="en": the texts did not load: offline']])
  await languages.want(ES)
  await languages.want(EN)
  expect(locale()).toBe('es')
})
