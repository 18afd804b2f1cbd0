// The federation runtime hands out shared modules asynchronously: nothing but this line may run before it is ready.
void import(/* webpackChunkName: "bootstrap" */ './bootstrap.tsx')
