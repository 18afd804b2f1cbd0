// The asynchronous border that shared modules need.
void import('../whole-shell.ts')
