import { act, render, screen } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { createLanguage as createEnglish } from './english.ts'
import type { Language } from './language.ts'
import { createPageWords } from './page-words.ts'
import { createLanguage as createSpanish } from './spanish.ts'
import { LanguageContext } from './use-language.ts'

const portugueseTexts: { readonly hello: string } = { hello: 'Olá' }
const createPage = (en: () => Promise<typeof portugueseTexts>) => {
  const useWords = createPageWords({ 'pt-BR': portugueseTexts, en, es: async () => ({ hello: 'Hola' }) })
  return () => {
    const { t, number } = useWords()
    return <p>{`${t('hello')} ${number(1284)}`}</p>
  }
}
const show = (language: Language, page: ReactNode) => (
  <LanguageContext value={language}>
    <Suspense fallback="…">{page}</Suspense>
  </LanguageContext>
)

// Rule: P-LANG-1
test('a page has its words at once in Portuguese, and once they have loaded in another language', async () => {
  const Page = createPage(async () => ({ hello: 'Hello' }))
  render(<Page />)
  expect(screen.getByText('Olá 1.284')).toBeVisible()
  await act(async () => void render(show(createEnglish('en'), <Page />)))
  expect(screen.getByText('Hello 1,284')).toBeVisible()
  await act(async () => void render(show(createSpanish('es'), <Page />)))
  expect(screen.getByText('Hola 1284')).toBeVisible()
})

test('words that do not load are Portuguese, with numbers in its form, and the reason is told', async () => {
  const onMissing = jest.fn()
  const Page = createPage(() => Promise.reject(new Error('offline')))
  await act(async () => void render(show({ ...createEnglish('en'), onMissing }, <Page />)))
  expect(screen.getByText('Olá 1.284')).toBeVisible()
  expect(onMissing).toHaveBeenCalledWith(new Error('offline'))
})
