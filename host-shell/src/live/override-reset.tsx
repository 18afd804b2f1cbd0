import type { ReleaseRemote } from '@atalaia/contracts'
import { RestoreButton } from './restore-button.tsx'

/** The way back from these overrides, as far as there is one in a browser. */
export const OverrideReset = ({ remotes }: { readonly remotes: readonly ReleaseRemote[] }) =>
  remotes.every(({ fixed }) => fixed) ? <p>Definido no servidor: só lá se restaura.</p> : <RestoreButton />
