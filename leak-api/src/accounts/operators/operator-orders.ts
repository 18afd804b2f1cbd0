import type { Database } from '@atalaia/database'
import { Misuse } from '@atalaia/server'
import { safeParse, type ZodMiniType } from 'zod/mini'
import type { Clock } from '../../base/clock.ts'
import { createOperatedRepository, STANDARD_LIMITS } from './operated-repository.ts'
import { createOperatorActs, type ActOutcome, type OperatorActs } from './operator-acts.ts'

export type OperatorTools = { readonly database: Database; readonly origin: string; readonly clock: Clock }

export const MACHINE = { kind: 'operator' } as const

const REFUSALS: Readonly<Record<Exclude<ActOutcome, 'done'>, string>> = {
  'unknown-organisation': 'there is no such organisation',
  'unknown-person': 'there is no account with this address',
  unchanged: 'nothing to do: it is so already',
  'is-operator': 'the account runs the installation',
  'no-factor': 'the account has no second factor',
  'no-mailbox': 'nobody has confirmed the mailbox of the account: it may be of somebody else',
}
export const NAMING_REFUSALS = {
  ...REFUSALS,
  'no-factor': 'the account has no second factor: its person turns one on first, on the page Conta',
}

/** Parses input with the API's own schema. Throws `Misuse` with `otherwise`. */
export const checked = <Value>(schema: ZodMiniType<Value>, given: unknown, otherwise: string): Value => {
  const parsed = safeParse(schema, given)
  if (parsed.success) return parsed.data
  throw new Misuse(otherwise)
}

export const createOperatorOrders = (tools: () => Promise<OperatorTools>) => {
  const operated = async () => createOperatedRepository((await tools()).database, STANDARD_LIMITS)
  return {
    operated,
    show: async (id: string) => {
      const found = await (await operated()).find(id)
      if (found === undefined) throw new Error(REFUSALS['unknown-organisation'])
      return found
    },
    act: async (carryOut: (acts: OperatorActs) => Promise<ActOutcome>, refusals = REFUSALS): Promise<void> => {
      const outcome = await carryOut(createOperatorActs({ ...(await tools()), standards: STANDARD_LIMITS }))
      if (outcome !== 'done') throw new Error(refusals[outcome])
    },
  }
}
