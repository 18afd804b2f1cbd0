import type { Descriptor } from '@atalaia/contracts'
import { Refusal } from '../registry/publish/refusal.ts'
import { judge } from '../registry/gate.ts'
import type { Reason } from '../registry/repository/records.ts'
import { readBuild } from './build-archive.ts'

export type CheckedBuild =
  | { readonly status: 'readable'; readonly descriptor: Descriptor; readonly reasons: readonly Reason[] }
  | { readonly status: 'unreadable'; readonly reasons: readonly Reason[] }

/** What can be said about the build in `dir` by looking at it alone. */
export const checkBuild = async (dir: string): Promise<CheckedBuild> => {
  try {
    const descriptor = await readBuild(dir)
    return {
      status: 'readable',
      descriptor,
      reasons: judge({ candidate: descriptor, current: undefined, others: [], shells: [], uses: [] }),
    }
  } catch (error) {
    if (error instanceof Refusal) return { status: 'unreadable', reasons: [{ code: 'build', message: error.message }] }
    throw error
  }
}
