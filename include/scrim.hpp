/* SPDX-License-Identifier: MIT */
/**
 * @file
 * Scrim for C++17 and newer: objects that own handles, callables, and exceptions or error codes.
 *
 * Everything is in the namespace scrim and in headers only. A program links the library as it does
 * from C. The comments of the C headers describe each contract. The comments here say what differs.
 *
 * @par Errors
 * Each call that can fail has a last parameter that may be left out. Without it, the call throws
 * scrim::error. With a std::error_code, the call sets it and throws no scrim::error:
 *
 *      scrim::text pin;                 // throws scrim::error if it cannot be created
 *      std::error_code ec;
 *      pin.insert("1234", ec);          // sets ec, which is false if all went well
 *      if (ec == scrim::status::full) …
 *
 * In a program without exceptions (-fno-exceptions), the std::error_code must be given. A call that
 * fails returns an object that is empty, or a value of zero.
 *
 * @par Callbacks
 * Callbacks are std::function objects. If one throws, the exception is kept until the library has
 * returned. Then the call that ran the callback rethrows it, even if it was given a
 * std::error_code. A `should_…` callback that throws counts as a refusal, and no further callback
 * of that call runs. An exception that is thrown while an object is destroyed is dropped. After a
 * call of the C interface, rethrow_callback_exception() rethrows the exception of a callback.
 *
 * @par Threads
 * The rules of the C headers hold: only one thread at a time may use a group of objects. An object
 * that was moved from is empty. Calls on it fail with status::invalid_argument.
 */
#ifndef SCRIM_HPP
#define SCRIM_HPP

#include "scrim/cpp/arrays.hpp"
#include "scrim/cpp/base.hpp"
#include "scrim/cpp/capture.hpp"
#include "scrim/cpp/collector.hpp"
#include "scrim/cpp/gesture.hpp"
#include "scrim/cpp/keypad.hpp"
#include "scrim/cpp/memory.hpp"
#include "scrim/cpp/redact.hpp"
#include "scrim/cpp/scene.hpp"
#include "scrim/cpp/text.hpp"

#endif
