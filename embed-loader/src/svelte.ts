import type { AnalyticsAttributes, AtalaiaAnalyticsElement } from '../../shared/contracts/src/embed.ts'

/** Types of the element in Svelte's templates: `import type {} from '@atalaia/embed/svelte'`. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'atalaia-analytics': import('svelte/elements').HTMLAttributes<AtalaiaAnalyticsElement & HTMLElement> &
      AnalyticsAttributes
  }
}
