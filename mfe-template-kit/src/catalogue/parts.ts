export type Property = {
  readonly name: string
  /** As it is written in the source. */
  readonly type: string
  readonly required: boolean
  readonly fallback?: string
  readonly text?: string
}

/** An export of `@atalaia/ui` or `@atalaia/react`, with what its source says of it. */
export type Part = {
  readonly name: string
  /** The module to import it from. */
  readonly from: string
  readonly kind: 'component' | 'function' | 'type' | 'value' | 'library'
  /** The docstring. */
  readonly text?: string
  /** Absent for components. */
  readonly signature?: string
  /** The properties of a component. */
  readonly properties?: readonly Property[]
  /** The type whose properties it takes as well. */
  readonly inherits?: string
  /** The library that it comes from unchanged. */
  readonly library?: string
}

/** All exports but types of properties, which are those of their components. The build fills the list from the sources. */
export const parts: readonly Part[] = []
