export const gateway = document.querySelector<HTMLMetaElement>('meta[name="atalaia"]')?.content ?? ''
