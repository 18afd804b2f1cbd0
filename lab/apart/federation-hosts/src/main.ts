import './script-addresses.ts'

// Shared modules are there from the next step on.
import('./start.tsx').catch((error: unknown) => console.error(error))
