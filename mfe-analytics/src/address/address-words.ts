import { createPageWords } from '../language/page-words.ts'
import { address } from './address.messages.ts'

const useWords = createPageWords({
  'pt-BR': address,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './address.en.messages.ts')).address,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './address.es.messages.ts')).address,
})

const WORDS = {
  breach: 'kind.breach',
  'stealer log': 'kind.stealer',
  'combo list': 'kind.combo',
  paste: 'kind.paste',
  email: 'data.email',
  username: 'data.username',
  name: 'data.name',
  phone: 'data.phone',
  cpf: 'data.cpf',
  card: 'data.card',
  'postal-address': 'data.postal-address',
  'birth-date': 'data.birth-date',
  'ip-address': 'data.ip-address',
  cookies: 'data.cookies',
  autofill: 'data.autofill',
  nenhuma: 'level.nenhuma',
  baixa: 'level.baixa',
  media: 'level.media',
  alta: 'level.alta',
  critica: 'level.critica',
  'senha-em-claro': 'reason.senha-em-claro',
  'hash-rapido': 'reason.hash-rapido',
  'hash-lento': 'reason.hash-lento',
  'log-de-infeccao': 'reason.log-de-infeccao',
  'lista-de-combinacoes': 'reason.lista-de-combinacoes',
  'senha-repetida': 'reason.senha-repetida',
  'dados-sensiveis': 'reason.dados-sensiveis',
  'dados-de-contato': 'reason.dados-de-contato',
  'ate-90-dias': 'reason.ate-90-dias',
  'ate-um-ano': 'reason.ate-um-ano',
  'limpar-computador': 'step.limpar-computador',
  'encerrar-sessoes': 'step.encerrar-sessoes',
  'trocar-senha': 'step.trocar-senha',
  'trocar-repetida': 'step.trocar-repetida',
  'trocar-por-hash': 'step.trocar-por-hash',
  'avisar-banco': 'step.avisar-banco',
  'vigiar-cpf': 'step.vigiar-cpf',
  'desconfiar-de-ligacoes': 'step.desconfiar-de-ligacoes',
  'avisar-pessoa': 'step.avisar-pessoa',
  'duas-etapas': 'step.duas-etapas',
} as const satisfies Readonly<Record<string, keyof typeof address>>

const isKnown = (code: string): code is keyof typeof WORDS => Object.hasOwn(WORDS, code)

export const useAddressWords = () => {
  const words = useWords()
  const { t } = words
  return {
    ...words,
    wordsFor: (code: string): string => (isKnown(code) ? t(WORDS[code]) : code),
    /** 'a, b e c'. */
    listed: (names: readonly string[]): string => {
      const last = names.at(-1)
      if (last === undefined || names.length === 1) return last ?? ''
      return t('list.and', { first: names.slice(0, -1).join(', '), last })
    },
  }
}

export const titlesOf = (sources: readonly Parameters<typeof sourceTitle>[0][]): ((name: string) => string) => {
  const titles = new Map(sources.map((source) => [source.fonte, sourceTitle(source)]))
  return (name) => titles.get(name) ?? name
}

export type AddressWords = ReturnType<typeof useAddressWords>

export const sourceTitle = ({ titulo, fonte }: { readonly titulo: string | null; readonly fonte: string }): string =>
  titulo ?? fonte
