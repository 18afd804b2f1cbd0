import type { Live } from '../gateway/answers.ts'

export const remoteNames = ({ artifacts, built }: Live): readonly string[] =>
  [...new Set([...artifacts, ...built].map(({ name }) => name))].toSorted()
