import type { DefineComponent } from 'vue'
import type { AnalyticsAttributes } from '../../shared/contracts/src/embed.ts'

/** Types of the element in Vue's templates: `import type {} from '@atalaia/embed/vue'`. */
declare module 'vue' {
  interface GlobalComponents {
    'atalaia-analytics': DefineComponent<AnalyticsAttributes>
  }
}
