"use client";

import { ErrorContent } from "@/app/_ui/error-page";

export default ErrorContent;
