import { saoPauloDay } from '@atalaia/contracts'
import {
  LIMIT_NAMES,
  type LimitName,
  type OperatedDetail,
  type OperatedPage,
  type OperatedPerson,
} from '@atalaia/contracts/operator'
import { table } from '../../base/commands.ts'
import type { ListedOperator } from './operators-repository.ts'

export const LIMIT_OPTIONS: Readonly<Record<LimitName, string>> = {
  enderecos: 'addresses',
  pessoas: 'members',
  chaves: 'keys',
  dominios: 'domains',
  origens: 'origins',
}

const day = (instant: string | null) => (instant === null ? 'never' : saoPauloDay(new Date(instant)))
const plain = (text: string) => text.replaceAll(/\p{C}/gu, '?')

export const organisationsText = ({ encontradas: found, linhas: rows }: OperatedPage): string =>
  rows.length === 0
    ? 'No organisation is like this.\n'
    : `${table([
        ['id', 'people', 'addresses', 'last seen', 'since', 'name', ''],
        ...rows.map(({ id, nome, criada_em: since, visto_em: seen, suspensa, limites }) => [
          id,
          `${limites.pessoas.usados}`,
          `${limites.enderecos.usados}`,
          day(seen),
          day(since),
          plain(nome),
          suspensa === null ? '' : `suspended ${day(suspensa.desde)}`,
        ]),
      ])}${found} found\n`

export const organisationText = ({ id, nome, suspensa, limites, membros }: OperatedDetail): string =>
  [
    `organisation ${id}: ${plain(nome)}\n`,
    ...(suspensa === null ? [] : [`suspended since ${suspensa.desde}: ${plain(suspensa.motivo)}\n`]),
    '\n',
    table([
      ['limit', 'used', 'of', ''],
      ...LIMIT_NAMES.map((name) => {
        const { usados, maximo, proprio } = limites[name]
        return [LIMIT_OPTIONS[name], `${usados}`, `${maximo}`, proprio ? 'its own' : '']
      }),
    ]),
    '\n',
    table([
      ['person', 'role', 'last seen'],
      ...membros.map(({ email, papel, visto_em: seen }) => [email, papel, day(seen)]),
    ]),
  ].join('')

const factorsOf = ({ aplicativo: hasApp, chaves: passkeys }: OperatedPerson) =>
  [...(hasApp ? ['app'] : []), ...(passkeys > 0 ? [`${passkeys} passkey${passkeys === 1 ? '' : 's'}`] : [])].join(', ')

export const peopleText = (people: readonly OperatedPerson[]): string =>
  people.length === 0
    ? 'Nobody has an address like this.\n'
    : table([
        ['address', 'last seen', 'sessions', 'second factor', 'organisations', ''],
        ...people.map((person) => [
          person.email,
          day(person.visto_em),
          `${person.sessoes}`,
          factorsOf(person) || 'none',
          person.organizacoes.map(({ id, papel }) => `${id} (${papel})`).join(', '),
          [
            ...(person.caixa_confirmada ? [] : ['mailbox not confirmed']),
            ...(person.operador ? ['operator'] : []),
          ].join(', '),
        ]),
      ])

export const operatorsText = (operators: readonly ListedOperator[]): string =>
  operators.length === 0
    ? 'No account runs the installation: there is no page of the operator.\n'
    : table([
        ['address', 'since', ''],
        ...operators.map(({ email, since, hasFactor }) => [
          email,
          day(since),
          hasFactor ? '' : 'without a second factor: not an operator until there is one',
        ]),
      ])
