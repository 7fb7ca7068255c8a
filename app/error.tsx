"use client";

import { ErrorPage } from "./_ui/error-page";

export default ErrorPage;
