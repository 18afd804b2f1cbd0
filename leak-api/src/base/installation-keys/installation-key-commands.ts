import { setTimeout } from 'node:timers/promises'
import { EXIT, Misuse, type CommandLine, type Outcome } from '@atalaia/server'
import { z } from 'zod'
import { KEY_PURPOSES, ROTATED_PURPOSES, type RotatedPurpose } from '../key-ring.ts'
import type { KeyHolder } from '../store/key-register.ts'
import { keyText, keyVariable, newKey } from '../store/keys.ts'
import { table } from '../commands.ts'
import type { KeyTools } from './key-tools.ts'
import { listKeys, type KeyList } from './list-keys.ts'
import { findKey, retireKey, type Retirement } from './retire-key.ts'
import { rotateKeys, type Rotation } from './rotate-keys.ts'

/** Longer than a killed server counts as running. */
const PATIENCE_ROUNDS = 45
const ROUND_MS = 1000

export type InstallationKeyParts = {
  readonly withKeys: (work: (tools: Omit<KeyTools, 'pause'>) => Promise<Outcome>) => Promise<Outcome>
}

export const FINGERPRINT_TEXT =
  'fingerprint: it cannot be rotated. Passwords lie in the database as fingerprints under this key alone, and nobody has the ' +
  'passwords to make others. A new one costs an empty database: all imports anew from their files, and each second factor ' +
  'set up again.\n'

const PROOF_TEXT =
  'proof: it cannot be rotated. A new one costs the tags: people cannot prove a change of password until the next import.\n'

const COSTS: Readonly<Record<RotatedPurpose, { readonly former: string; readonly lost: string }>> = {
  token: {
    former: 'Sessions that were not renewed since its rotation end, and portals ask for their tokens anew.',
    lost:
      'Everybody logs in again. What it encrypted is lost: webhooks, client secrets of OpenID providers and private keys for ' +
      'SIEMs have to be set again, and people turn their browsers on again.',
  },
  link: {
    former: 'Links in mails of before its rotation stop no alerts any more.',
    lost: 'Links in mails of before stop no alerts any more.',
  },
}

const listText = ({ keys, servers }: KeyList): string =>
  table([
    ['purpose', 'id', 'state', 'since', 'servers', 'here'],
    ...keys.map(({ purpose, id, state, since = '', servers: having, place = '' }) => [
      purpose,
      id,
      state,
      since.slice(0, 19),
      having === undefined ? '' : `${having} of ${servers}`,
      place,
    ]),
  ]) + FINGERPRINT_TEXT

const serversText = (holders: readonly KeyHolder[]) =>
  holders.map(({ host, pid }) => `  ${host}, process ${pid}\n`).join('')

const resealedText = ({ resealed, unreadable }: Pick<Rotation, 'resealed' | 'unreadable'>): string =>
  [
    resealed === 0 ? '' : `Secrets encrypted anew: ${resealed}.\n`,
    unreadable === 0 ? '' : `No key of this installation decrypts ${unreadable} secrets: they stay as they are.\n`,
  ].join('')

const rotationText = (rotation: Rotation): string => {
  const { status, keys, toSet, behind } = rotation
  const names = keys.map(({ purpose, id }) => `${purpose} ${id}`).join(', ')
  const set = toSet.map(({ variable, key }) => `  ${variable}  ,${key}\n`).join('')
  const setText =
    set === ''
      ? ''
      : `Append this to the variables of every server of the API, restart them one after the other, and call this command again with it:\n${set}`
  switch (status) {
    case 'to-set':
      return setText
    case 'finished':
      return `A rotation that was cut off is finished.\n${resealedText(rotation)}`
    case 'waiting':
      return (
        `Nothing signs with the new keys (${names}) yet. These servers lack them:\n${serversText(behind)}` +
        `Give them the same keys, and call this command again.\n${setText}`
      )
    case 'rotated': {
      const late =
        behind.length === 0
          ? ''
          : `These servers have the new keys and do not sign with them yet:\n${serversText(behind)}`
      return `Servers sign with the new keys: ${names}.\n${late}${resealedText(rotation)}The keys of before are read with until they are retired.\n${setText}`
    }
  }
}

const purposesOf = (operands: readonly string[]): readonly RotatedPurpose[] => {
  const [word, ...others] = operands
  if (others.length > 0) throw new Misuse(`installation-keys rotate: unexpected argument: ${others.join(' ')}`)
  if (word === undefined) return ROTATED_PURPOSES
  if (word === 'fingerprint') throw new Misuse(FINGERPRINT_TEXT.trim())
  if (word === 'proof') throw new Misuse(PROOF_TEXT.trim())
  const purpose = ROTATED_PURPOSES.find((each) => each === word)
  if (purpose === undefined)
    throw new Misuse(`installation-keys rotate: one of ${ROTATED_PURPOSES.join(', ')} is asked for, not ${word}`)
  return [purpose]
}

const retiredText = ({ purpose, id, current, variable, ...resealed }: Retirement): string =>
  [
    `The ${purpose} key ${id} is retired.\n`,
    current === undefined ? '' : `Servers sign with ${current}: start them again.\n`,
    resealedText(resealed),
    variable === undefined ? '' : `Take it out of ${variable} when you restart the servers.\n`,
  ].join('')

export const addInstallationKeyCommands = (
  { program, action }: CommandLine,
  { withKeys }: InstallationKeyParts,
): void => {
  const withTools = (work: (tools: KeyTools) => Promise<Outcome>) =>
    withKeys((tools) =>
      work({
        ...tools,
        pause: async (round) => {
          await setTimeout(ROUND_MS)
          return round < PATIENCE_ROUNDS
        },
      }),
    )
  const group = program
    .command('installation-keys')
    .usage('[make | rotate [token|link] | retire ID --yes [--now]] [--json]')
    .summary('the keys that sign tokens and links; make, rotate, retire ID')
    .description('Shows the keys that sign tokens and links, by their ids, and the servers that have them.')
    .action(
      action(z.object({}), () =>
        withTools(async (tools) => {
          const list = await listKeys(tools)
          return { text: listText(list), json: list }
        }),
      ),
    )
  group
    .command('make')
    .description('Prints a new key for each purpose, as lines of an env file. Needs no database. Never for one in use.')
    .action(
      action(z.object({}), async () => {
        const made = KEY_PURPOSES.map((purpose) => [keyVariable(purpose), keyText(newKey(purpose))] as const)
        return { text: made.map(([name, key]) => `${name}=${key}\n`).join(''), json: Object.fromEntries(made) }
      }),
    )
  group
    .command('rotate [words...]')
    .usage('[token|link] [--json]')
    .description(
      'Makes new keys, waits until all servers have them and sign with them, and encrypts stored secrets anew. Nobody is ' +
        'logged out. What was cut off is gone on with by the next call. Keys of the environment: it says what to set.',
    )
    .action(
      action(z.object({}), ({ operands }) => {
        const purposes = purposesOf(operands)
        return withTools(async (tools) => {
          const rotation = await rotateKeys(tools, purposes)
          const isDone = rotation.status === 'rotated' || rotation.status === 'finished'
          return {
            text: rotationText(rotation),
            json: rotation,
            code: isDone && rotation.toSet.length === 0 ? EXIT.ok : EXIT.failed,
          }
        })
      }),
    )
  group
    .command('retire [words...]')
    .usage('ID --yes [--now] [--json]')
    .description('Ends a former key, or a lost one: what it signed counts no longer.')
    .option('--now', 'also while sessions or links count that it signed: after a leak')
    .option('--yes', 'does it')
    .action(
      action(
        z.object({ now: z.boolean().default(false), yes: z.boolean().default(false) }),
        async ({ operands: [id, ...others], options: { now, yes } }) => {
          if (id === undefined || others.length > 0) throw new Misuse('installation-keys retire: one ID is asked for')
          return withTools(async (tools) => {
            const { purpose, state } = await findKey(tools, id)
            if (!yes)
              return {
                text: `Nothing was done: add --yes. ${COSTS[purpose][state === 'current' ? 'lost' : 'former']}\n`,
                json: { id, purpose, done: false },
                code: EXIT.failed,
              }
            const retired = await retireKey(tools, id, { isNow: now })
            return { text: retiredText(retired), json: { ...retired, done: true } }
          })
        },
      ),
    )
}
