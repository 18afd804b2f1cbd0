import type { PublicConfig } from '@atalaia/contracts'

/** Whether login and registration make no call: the configuration allows it and there is no backend (P-SESSION-13). */
export const isDemo = ({ demo, apiUrl }: PublicConfig): boolean => demo && apiUrl === null
