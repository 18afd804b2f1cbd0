/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the gateway. */
  readonly VITE_ATALAIA: string
}
