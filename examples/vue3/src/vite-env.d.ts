/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Address of the gateway. */
  readonly VITE_ATALAIA: string
}

declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}
