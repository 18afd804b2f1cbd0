/** `duration` is in milliseconds (P-KIT-32). */
export const DRAG_ANIMATION = { duration: 200, easing: 'ease-out' }
