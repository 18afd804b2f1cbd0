import { createContext, useContext } from 'react'
import type { Platform } from './start/start-kernel.ts'

export const ShellContext = createContext<Platform | undefined>(undefined)

/** The running platform, for the shell's own parts. */
export const useShell = (): Platform => {
  const platform = useContext(ShellContext)
  if (!platform) throw new Error('useShell: no ShellContext above')
  return platform
}
