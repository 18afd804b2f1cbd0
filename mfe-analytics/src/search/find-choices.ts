import type { SearchHits } from '@atalaia/contracts/search'
import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { addressPlace, CASES_PLACE } from '../links/address-place.ts'
import { incidentPlace } from '../links/incident-place.ts'
import { SECTIONS, sectionPath } from '../management/sections.ts'
import type { useManagementWords } from '../management/management-words.ts'
import type { useSearchWords } from './search-words.ts'

export type Choice = { readonly id: string; readonly label: string; readonly to: string }
export type ChoiceGroup = { readonly title: string; readonly choices: readonly Choice[] }

type Words = {
  readonly t: ReturnType<typeof useSearchWords>['t']
  readonly section: ReturnType<typeof useManagementWords>['t']
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const pagesOf = ({ t, section }: Words): Choice[] => [
  ...SECTIONS.map((id) => ({ id, label: section(`section.${id}`), to: sectionPath(id) })),
  { id: 'account', label: t('account'), to: PRODUCT_ROUTES.account },
  { id: 'organisation', label: t('organisation'), to: PRODUCT_ROUTES.organisation },
]

const casesPlace = (name: string, value: string) =>
  `${CASES_PLACE}?${new URLSearchParams({ [name]: value }).toString()}`

export const findChoices = (text: string, hits: SearchHits | undefined, words: Words): ChoiceGroup[] => {
  const { t } = words
  const {
    enderecos: addresses,
    fontes: sources,
    incidentes: incidents,
  } = hits ?? { enderecos: [], fontes: [], incidentes: [] }
  const groups: ChoiceGroup[] = [
    {
      title: t('addresses'),
      choices: addresses.map(({ id, email }) => ({ id: `address ${id}`, label: email, to: addressPlace(id) })),
    },
    {
      title: t('cases'),
      choices:
        addresses.length === 0 ? [] : [{ id: 'cases', label: t('cases.of', { text }), to: casesPlace('busca', text) }],
    },
    {
      title: t('sources'),
      choices: sources.map(({ fonte, titulo }) => ({
        id: `source ${fonte}`,
        label: titulo ?? fonte,
        to: casesPlace('fonte', fonte),
      })),
    },
    {
      title: t('incidents'),
      choices: incidents.map(({ id, numero: number, nome: name }) => ({
        id: `incident ${id}`,
        label: t('incident', { number, name }),
        to: incidentPlace(id),
      })),
    },
    { title: t('pages'), choices: pagesOf(words).filter(({ label }) => plain(label).includes(plain(text))) },
  ]
  return groups.filter(({ choices }) => choices.length > 0)
}
