import '@testing-library/jest-dom'
import { configure } from '@testing-library/dom'

// A state is waited for as long as a busy machine may take. Testing Library's own second is less than a late module's.
configure({ asyncUtilTimeout: 30_000 })
