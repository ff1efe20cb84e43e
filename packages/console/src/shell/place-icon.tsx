import {
  Activity,
  Bell,
  Blocks,
  Bot,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  Ellipsis,
  FileText,
  Folder,
  KeyRound,
  ListTodo,
  Lock,
  type LucideIcon,
  Megaphone,
  Newspaper,
  PanelsTopLeft,
  Presentation,
  Receipt,
  Rss,
  Send,
  Table2,
  TextInitial,
  Users,
  UsersRound,
  Wallet,
  Webhook,
} from 'lucide-react';
import type { ReactElement } from 'react';

const icons: Readonly<Record<string, LucideIcon>> = {
  '/tables': Table2,
  '/contacts': Users,
  '/tasks': ListTodo,
  '/documents': TextInitial,
  '/whiteboards': Presentation,
  '/assets': Folder,
  '/forms': FileText,
  '/bookings': CalendarClock,
  '/calendar': CalendarDays,
  '/automations': Blocks,
  '/pages': PanelsTopLeft,
  '/blog/posts': Newspaper,
  '/social/posts': Megaphone,
  '/finance/orders': Receipt,
  '/wallet/transactions': Wallet,
  '/event-subscriptions': Webhook,
  '/deliveries': Send,
  '/events': Rss,
  '/activity': Activity,
  '/integrations': Bell,
  '/secrets': Lock,
  '/settings/keys': KeyRound,
  '/settings/agents': Bot,
  '/settings/members': UsersRound,
  '/usage': ChartColumn,
};

/** Renders the icon of a place. */
export function PlaceIcon({ path, size = 18 }: { readonly path: string; readonly size?: number }): ReactElement {
  const Icon = icons[path] ?? Ellipsis;
  return <Icon size={size} aria-hidden="true" />;
}
