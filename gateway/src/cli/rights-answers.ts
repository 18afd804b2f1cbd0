import type { Right } from '@atalaia/artifact'
import { or, tell } from '@atalaia/cli'
import {
  actsAnswer,
  newKeyAnswer,
  peopleAnswer,
  publisherAnswer,
  publishersAnswer,
  tokensAnswer,
} from '../registry/rights/rights-orders.ts'
import type { PublisherRow } from '../registry/rights/rows.ts'

// Answers about rights, as the command line tells them.

const endText = (at: string | null) => (at === null ? 'no end' : `ends ${at}`)
const mayText = (may: readonly Right[]) => `may ${may.join(',') || 'look'}`

const publisherLine = ({ id, remote, issuer, claims, may, pinned }: PublisherRow) =>
  [
    id,
    remote,
    issuer,
    ...Object.entries(claims).map((claim) => claim.join('=')),
    mayText(may),
    ...Object.entries(pinned ?? {}).map((claim) => `[${claim.join(' ')}]`),
  ].join('  ')

const KEY_NOTE = 'It is shown this once: keep it where DEPLOY_TOKEN comes from.'

export const tellKey = tell(newKeyAnswer, ({ id, token, ends: end }) => [`id ${id}`, token, endText(end), KEY_NOTE])

export const tellTokens = tell(tokensAnswer, ({ tokens }) =>
  or(
    tokens.map(({ id, remote, label, createdAt, endsAt, hasEnded, revokedAt }) => {
      const state = revokedAt !== null ? `revoked ${revokedAt}` : hasEnded ? `ended ${endsAt}` : 'works'
      return [id, remote, label, createdAt, state, ...(state === 'works' ? [endText(endsAt)] : [])].join('  ')
    }),
    'there is no token',
  ),
)
export const tellPublisher = tell(publisherAnswer, ({ publisher }) => [publisherLine(publisher)])
export const tellPublishers = tell(publishersAnswer, ({ publishers }) =>
  or(publishers.map(publisherLine), 'there is no publisher'),
)
export const tellPeople = tell(peopleAnswer, ({ people, teams }) => [
  ...or(
    people.flatMap(({ email, operator, teams: memberships, keys }) => [
      [email, ...(operator ? ['operator'] : []), ...memberships.map(({ team, may }) => `${team} ${mayText(may)}`)].join(
        '  ',
      ),
      ...keys.map(({ id, label, endsAt }) => `  key ${id}  ${label}  ${endText(endsAt)}`),
    ]),
    'there is nobody',
  ),
  ...teams.map(({ team, remotes }) => `team ${team} owns ${remotes.join(', ')}`),
])
export const tellActs = tell(actsAnswer, ({ acts, exchanges }) => [
  ...or(
    acts.map(({ at, act, who, about, detail }) => [at, act, about, detail, `by ${who}`].join('  ')),
    'no right was given yet',
  ),
  ...exchanges.map(
    ({ day, remote, outcome, count }) =>
      `${day}  exchanges for ${remote || 'remotes without publishers'}  ${outcome}  ${count}`,
  ),
])
