import { draftsPrefixOf, type SessionState } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'
import { createContext, useMemo } from 'react'

/** Texts that were typed and not saved, by name. */
export type Drafts = {
  read(name: string): string | undefined
  /** `undefined` removes it. */
  write(name: string, text: string | undefined): void
}

/** Characters of a draft that is kept. A longer one lasts as long as its form. */
const MAX_DRAFT_LENGTH = 200_000

/** The drafts of a tab, of one person and organisation (P-DRAFT-1). A browser may forbid the storage, or have no room left. */
const draftsOf = (prefix: string): Drafts => ({
  read: (name) => {
    try {
      return sessionStorage.getItem(prefix + name) ?? undefined
    } catch {
      return undefined
    }
  },
  write: (name, text) => {
    try {
      if (text === undefined || text.length > MAX_DRAFT_LENGTH) sessionStorage.removeItem(prefix + name)
      else sessionStorage.setItem(prefix + name, text)
    } catch {
      // Its form still has it.
    }
  },
})

const prefixOf = (session: SessionState): string | undefined =>
  session.status === 'active'
    ? `${draftsPrefixOf(session.user.email ?? '')}${session.organisation?.id ?? ''}.`
    : undefined

export const useSessionDrafts = (): Drafts | undefined => {
  const prefix = prefixOf(useSession())
  return useMemo(() => (prefix === undefined ? undefined : draftsOf(prefix)), [prefix])
}

/** The place where forms keep drafts. Without one, as in portals, a draft lasts as long as its form. */
export const DraftsContext = createContext<Drafts | undefined>(undefined)
