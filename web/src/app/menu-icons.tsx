import ApiOutlined from "@ant-design/icons-svg/es/asn/ApiOutlined";
import AppstoreOutlined from "@ant-design/icons-svg/es/asn/AppstoreOutlined";
import BarChartOutlined from "@ant-design/icons-svg/es/asn/BarChartOutlined";
import BellOutlined from "@ant-design/icons-svg/es/asn/BellOutlined";
import ContactsOutlined from "@ant-design/icons-svg/es/asn/ContactsOutlined";
import DatabaseOutlined from "@ant-design/icons-svg/es/asn/DatabaseOutlined";
import FileTextOutlined from "@ant-design/icons-svg/es/asn/FileTextOutlined";
import HomeOutlined from "@ant-design/icons-svg/es/asn/HomeOutlined";
import LeftOutlined from "@ant-design/icons-svg/es/asn/LeftOutlined";
import MailOutlined from "@ant-design/icons-svg/es/asn/MailOutlined";
import MessageOutlined from "@ant-design/icons-svg/es/asn/MessageOutlined";
import PlusOutlined from "@ant-design/icons-svg/es/asn/PlusOutlined";
import QuestionCircleOutlined from "@ant-design/icons-svg/es/asn/QuestionCircleOutlined";
import SettingOutlined from "@ant-design/icons-svg/es/asn/SettingOutlined";
import UnorderedListOutlined from "@ant-design/icons-svg/es/asn/UnorderedListOutlined";
import UploadOutlined from "@ant-design/icons-svg/es/asn/UploadOutlined";
import UserOutlined from "@ant-design/icons-svg/es/asn/UserOutlined";
import { Icon } from "../ui/Icon";
import type { ReactNode } from "react";

/** Icons of menus by name; the connected system may use the same names. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  api: <Icon of={ApiOutlined} />,
  apps: <Icon of={AppstoreOutlined} />,
  back: <Icon of={LeftOutlined} />,
  bell: <Icon of={BellOutlined} />,
  chart: <Icon of={BarChartOutlined} />,
  contacts: <Icon of={ContactsOutlined} />,
  database: <Icon of={DatabaseOutlined} />,
  file: <Icon of={FileTextOutlined} />,
  help: <Icon of={QuestionCircleOutlined} />,
  home: <Icon of={HomeOutlined} />,
  list: <Icon of={UnorderedListOutlined} />,
  mail: <Icon of={MailOutlined} />,
  message: <Icon of={MessageOutlined} />,
  plus: <Icon of={PlusOutlined} />,
  settings: <Icon of={SettingOutlined} />,
  upload: <Icon of={UploadOutlined} />,
  user: <Icon of={UserOutlined} />,
};

/** The icon of that name; none for a name that is not known. */
export function menuIcon(name: string): ReactNode {
  return ICONS[name] ?? null;
}
