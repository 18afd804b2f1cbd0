export type Property = {
  readonly name: string
  /** Copied from the source. */
  readonly type: string
  readonly required: boolean
  readonly fallback?: string
  readonly text?: string
}

/** An export of `@atalaia/ui` or `@atalaia/react`, described by its source. */
export type Part = {
  readonly name: string
  readonly from: string
  readonly kind: 'component' | 'function' | 'type' | 'value' | 'library'
  readonly text?: string
  readonly signature?: string
  readonly properties?: readonly Property[]
  readonly inherits?: string
  readonly library?: string
}

/** The build fills the list; components include their property types. */
export const parts: readonly Part[] = []
