/** The door of this folder: what other rooms may use of the menu. */
export { changeMenuItem } from './change-menu-item.ts'
export { createMenuItem } from './create-menu-item.ts'
export { deleteMenuItem } from './delete-menu-item.ts'
export { orderMenu } from './order-menu.ts'
export { readMenu } from './read-menu.ts'
