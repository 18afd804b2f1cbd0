import './index.html'
import './intranet.css'
import './script-addresses.ts'

// Shared modules are there from the next step on.
void import('./start.tsx')
