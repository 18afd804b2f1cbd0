import type { Live } from '../gateway/answers.ts'

/** The remotes that were published or built, by name. */
export const remoteNames = ({ artifacts, built }: Live): readonly string[] =>
  [...new Set([...artifacts, ...built].map(({ name }) => name))].toSorted()
