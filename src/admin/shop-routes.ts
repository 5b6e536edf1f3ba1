import { Package, ReceiptText, ShoppingBag } from 'lucide-react'
import type { ScreenRoute } from './places.ts'

/** The screens of the shop. */
export const SHOP_SCREENS: readonly ScreenRoute[] = [
  {
    path: '/admin/orders',
    title: 'Orders',
    place: 'Shop',
    role: 'admin',
    icon: ShoppingBag,
    words: 'shop purchase orders po invoices paid shipped pick-up refunds overdue csv bookkeeping',
    load: async () => (await import('./screens/orders/OrdersScreen.tsx')).OrdersScreen,
  },
  {
    path: '/admin/library/products',
    title: 'Products',
    place: 'Shop',
    role: 'admin',
    icon: Package,
    words: 'shop catalog variants stock prices books kits job aids',
    load: async () => (await import('./screens/products/ProductsScreen.tsx')).ProductsScreen,
  },
  {
    path: '/admin/orders/$orderId',
    title: 'Order',
    place: 'Shop',
    role: 'admin',
    icon: ReceiptText,
    isTab: false,
    load: async () => (await import('./screens/orders/OrderScreen.tsx')).OrderScreen,
  },
]
