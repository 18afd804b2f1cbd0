import { ORDERS, remoteGrants, type RemoteGrants } from '@atalaia/artifact'
import { z } from 'zod'
import type { Outcome } from './base/command-line.ts'
import type { Client } from './client.ts'
import { or, tell } from './outcomes.ts'

const rightLines = ({ granted, ofBuild, owned, changes }: RemoteGrants) => [
  ...or(
    [
      ...granted,
      ...ofBuild.filter((name) => !granted.includes(name)).map((name) => `${name} (its build in the workspace)`),
      ...owned.map((prefix) => `owns ${prefix}`),
    ],
    'nothing is granted',
  ),
  ...changes.map(({ at, act, subject, who, why }) =>
    [at, act, subject, `by ${who}`, ...(why === null ? [] : [`because ${why}`])].join('  '),
  ),
]

/** Includes who, when and why (M-GRANT-7). */
export const grantsOfRemote = async (client: Client, remote: string): Promise<Outcome> =>
  tell(z.object(remoteGrants.shape), rightLines)(await client.call({ method: 'GET', path: ORDERS.grantsOf(remote) }))
